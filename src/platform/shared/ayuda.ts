/** Where people ask the school, from any screen: the address is the specification's. */

export const AYUDA_PATH = '/support';

/** A new question; `sobre` is the kind of record that it is about and `id` which one: the server says what it is called. */
export const preguntarPath = (sobre?: string, id?: string): string =>
  `${AYUDA_PATH}?nueva=1${sobre && id ? `&sobre=${encodeURIComponent(sobre)}&id=${encodeURIComponent(id)}` : ''}`;
