/** The import and export of who is in a list: a family, one of each. */
export const LISTA_PERSONAS = 'lista-personas';
