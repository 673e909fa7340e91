import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../shared/actor.ts';
import type { PublicWing } from '../../shared/public-wing.ts';
import type { Handler } from '../callables.ts';
import type { Along } from '../db/together.ts';
import type { SesionViva } from '../eventos/types.ts';
import type { Puerta } from '../puertas.ts';
import type { Services } from '../services.ts';

/** Adds plain GET routes (issued documents, downloads) or a protocol of its own to the server. */
export type HttpRoutes = (app: FastifyInstance, services: Services) => void;

export type AppOptions = {
  handlers: ReadonlyMap<string, Handler>;
  routes: readonly HttpRoutes[];
  /**
   * Who a token belongs to right now (signature, session in force, account enabled), or null.
   * The feature that owns sessions provides it. What goes `along` it reads in the same journey, or leaves to who asked.
   */
  resolveActor: (token: string, services: Services, along?: Along) => Promise<Actor | null>;
  /** The account of a session in force, for the streams of events. */
  sesionViva: SesionViva;
  /** Path patterns of the web application; anything else is answered with status 404. */
  sitePaths: readonly string[];
  /** What the pages of some of them are answered with, by who asks; the screen itself says why. */
  puertas?: readonly Puerta[];
  /** The public wing (`dist/pages`), or null (tests of callables). */
  publicWing?: PublicWing | null;
  /** Folder of the built web application, or null (tests of callables). */
  siteDir: string | null;
  /** Milliseconds that the process may be held up, on the average of a second, before it refuses (default 5,000). */
  maxEventLoopDelay?: number | undefined;
};
