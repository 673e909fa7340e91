/**
 * The process that decodes strangers' pictures, one at a time (index.ts starts it and says why). What a picture
 * is refused for is said here; the words are index.ts's.
 */
import { flushCompileCache } from 'node:module';
import sharp from 'sharp';
import type { Answered, Asked } from '../lookers.ts';

export type PictureQuestion = {
  path: string;
  maxPixels: number;
  maxSide: number;
  /** Where to write it without what the camera wrote in it, when there is any of that; null: it stays. */
  clean: string | null;
  /** To write it there even when there is none of it: what follows the picture in its file goes, too. */
  always: boolean;
  /** Of this size, cut to it and as a JPEG, instead of as it is. */
  fit?: { width: number; height: number };
};

export type PictureAnswer = 'good' | 'cleaned' | 'broken' | 'pixels' | 'side';

/** A picture that needs longer was made to. */
const DECODE_SECONDS = 20;
/** Hardly told from the original by eye. */
const QUALITY = 92;
/** Enough for a face on a card. */
const FITTED_QUALITY = 82;

// Pictures come once each, and the server has the other cores.
sharp.cache(false);
sharp.concurrency(1);

// It is ended without notice: what was compiled is for the next one (child.ts).
flushCompileCache();

const look = async (question: PictureQuestion): Promise<PictureAnswer> => {
  const { path, maxPixels, maxSide, clean, always, fit } = question;
  const options = { limitInputPixels: false, failOn: 'error', sequentialRead: true } as const;
  // The head alone says how large it claims to be: a bomb is refused before anything is decoded.
  const head = await sharp(path, options).metadata();
  const { width, height, exif, xmp, iptc, comments, format } = head;
  // Whole lines are held: it is a side that decides what decoding takes.
  if (Math.max(width, height) > maxSide) return 'side';
  if (width * height > maxPixels) return 'pixels';
  if (fit && clean !== null) {
    await sharp(path, { ...options, limitInputPixels: maxPixels })
      .timeout({ seconds: DECODE_SECONDS })
      .autoOrient()
      .resize(fit.width, fit.height, { fit: 'cover', position: 'attention' })
      .flatten({ background: '#fff' })
      .jpeg({ quality: FITTED_QUALITY })
      .toFile(clean);
    return 'cleaned';
  }
  await sharp(path, { ...options, limitInputPixels: maxPixels })
    .timeout({ seconds: DECODE_SECONDS })
    .resize(64, 64, { fit: 'inside' })
    .raw()
    .toBuffer();
  if (clean === null || !(always || exif || xmp || iptc || comments?.length)) return 'good';
  await sharp(path, { limitInputPixels: maxPixels, sequentialRead: true })
    .timeout({ seconds: DECODE_SECONDS })
    // How it was held is metadata too: from now on it is upright by itself.
    .autoOrient()
    .keepIccProfile()
    .toFormat(format, format === 'png' ? {} : { quality: QUALITY })
    .toFile(clean);
  return 'cleaned';
};

process.on('message', async ({ id, ...question }: Asked<PictureQuestion>) => {
  const answer = await look(question).catch(() => 'broken' as const);
  process.send!({ id, answer } satisfies Answered<PictureAnswer>, () => undefined);
});
// The server is gone, whatever ended it.
process.on('disconnect', () => process.exit());
