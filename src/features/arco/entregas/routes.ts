/** Where the bytes of a copy that was made for a request are: with what was mailed (`clave`), or for staff (`boleto`). */
export const entregaPath = (id: string, con: { clave: string } | { boleto: string }): string =>
  `/copias/${encodeURIComponent(id)}/entrega?${new URLSearchParams(con)}`;
