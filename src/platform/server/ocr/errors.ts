/** The picture cannot be decoded: broken, truncated, too large or of a format we do not take. */
export class OcrImageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OcrImageError';
  }
}

/** The reader itself failed or was closed; the picture may be fine and can be tried again. */
export class OcrUnavailableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OcrUnavailableError';
  }
}
