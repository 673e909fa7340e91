/** A sentence between quotation marks inside another one: without the full stop that it may end with. */
export const quoted = (text: string): string => `«${text.replace(/(?<!\.)\.$/, '')}»`;
