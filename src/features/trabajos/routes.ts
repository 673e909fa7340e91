/** A file that a job left, for who asked for it. */
export const exportacionUrl = (id: string): string => `/api/exportaciones/${id}`;
