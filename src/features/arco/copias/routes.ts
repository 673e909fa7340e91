/** One's own data: the copy, who has looked, and what one asks about them. */
export const misDatosPath = '/mis-datos';
/** A copy that is ready: its password is asked for here. */
export const copiaPagePath = '/mis-datos/copias/:id';
export const copiaPath = (id: string): string => `/mis-datos/copias/${encodeURIComponent(id)}`;

export const copiasPaths = [misDatosPath, copiaPagePath] as const;

/** Where the bytes of a copy are, for whoever has just shown who they are. */
export const archivoCopiaPath = (id: string, boleto: string): string =>
  `/copias/${encodeURIComponent(id)}/archivo?${new URLSearchParams({ boleto })}`;
