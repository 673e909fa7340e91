/**
 * Where the form of a letter is sent. Under the region, since the cookie that tells known browsers goes to no other address; `:clave`
 * stands for the key where the server declares it.
 */
export const envioRecomendacionPath = (region: string, clave: string): string =>
  `/${region}/recomendacion/${clave}`;
