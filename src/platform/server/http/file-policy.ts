/** What a file may do when a browser opens it: be seen, within our own pages. */
export const FILE_POLICY =
  "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox";
