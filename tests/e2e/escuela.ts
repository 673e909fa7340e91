import { test as base } from '@playwright/test';
import { acusePath } from '../../src/features/inscripciones/routes.ts';
import type { Definicion } from '../../src/features/plantillas/contract.ts';
import { recomendacionPath } from '../../src/features/posgrado/routes.ts';
import { hashPassword } from '../../src/platform/server/passwords.ts';
import { insertCuentaVerificada } from '../factories/cuentas.ts';
import { makeCurso, makeEdicion } from '../factories/cursos.ts';
import { makePersona } from '../factories/personas.ts';
import { makePlantilla, publish, RESPUESTAS } from '../factories/plantillas.ts';
import { makeConvocatoria } from '../factories/posgrado.ts';
import { freePort } from '../launch.ts';
import { holdOptimised } from '../optimised/code.ts';
import { startTestPortal } from '../portal.ts';
import { newPerson, PASSWORD, type Person, SITE, visitorOf } from './server.ts';

export type Oferta = {
  curso: { id: string; nombre: string };
  edicionId: string;
  plantillaId: string;
  /** Path of the enrolment form. */
  path: string;
};

export type Escuela = {
  url: string;
  /** Somebody with a verified account and a file, with the name of the longest person there is. */
  person: () => Promise<Person>;
  /** Something to enrol in. */
  offer: (options?: {
    curso?: Parameters<typeof makeCurso>[1];
    edicion?: Parameters<typeof makeEdicion>[2];
    definicion?: Definicion;
  }) => Promise<Oferta>;
  /** Somebody's inscripción, sent: its acuse's page, with the key. */
  acuse: () => Promise<{ person: Person; oferta: Oferta; folio: string; path: string }>;
  /** Somebody's draft of an application, and the page of the letter that it asks for. */
  carta: () => Promise<{ person: Person; path: string }>;
  /** Puts another version of an offer's plantilla in force. */
  publish: (oferta: Oferta, definicion: Definicion) => Promise<void>;
  /** Takes an offer's plantilla out, with no other version in its place. */
  archive: (oferta: Oferta) => Promise<void>;
  /** Moves the server's clock. */
  setNow: (date: Date | null) => void;
};

const startEscuela = async (): Promise<Escuela & { stop: () => Promise<void> }> => {
  holdOptimised();
  const PORT = String(await freePort());
  const portal = await startTestPortal({ PORT }, { site: SITE, browser: true });
  const { db } = portal.services;
  const password_hash = await hashPassword(PASSWORD);
  const { url } = portal;
  const escuela: Escuela = {
    url,
    setNow: portal.setNow,
    acuse: async () => {
      const person = await escuela.person();
      const oferta = await escuela.offer();
      const call = visitorOf(url)();
      await call('signIn', { email: person.email, password: person.password });
      const [idCurso, idPlantilla, tipo, edicionId] = oferta.path.split('/').slice(2);
      const ids = { idCurso, idPlantilla, tipo, edicionId };
      const sent = await call('submitInscripcion', { ...ids, version: 1, respuestas: RESPUESTAS });
      const { result } = (await sent.json()) as { result: { folio: string; clave: string } };
      return { person, oferta, folio: result.folio, path: acusePath(result.folio, result.clave) };
    },
    carta: async () => {
      const person = await escuela.person();
      const { id } = await db
        .selectFrom('personas')
        .select('id')
        .where('clave', '=', person.curp)
        .executeTakeFirstOrThrow();
      const ahora = portal.services.now();
      const convocatoria = await makeConvocatoria(db, { ahora, bases: { recomendaciones: 1 } });
      const row = {
        ...{ persona_id: id, convocatoria_id: convocatoria.id },
        ...{ creado_en: ahora, actualizado_en: ahora },
      };
      const presolicitud = await db
        .insertInto('presolicitudes')
        .values({ ...row, estado: 'valida' })
        .returning('id')
        .executeTakeFirstOrThrow();
      const solicitud = await db
        .insertInto('solicitudes')
        .values({ ...row, presolicitud_id: presolicitud.id, estado: 'borrador' })
        .returning('id')
        .executeTakeFirstOrThrow();
      const call = visitorOf(url)();
      await call('signIn', { email: person.email, password: person.password });
      const correo = `marta-${solicitud.id}@unam.example`;
      const proposed = await call('createRecomendanteSolicitud', {
        ...{ solicitudId: solicitud.id, nombre: 'Dra. Marta Núñez Rey', correo },
        ...{ institucion: 'UNAM', relacion: 'docencia' },
      });
      const { result } = (await proposed.json()) as { result: { id: string } };
      await call('sendInvitacionRecomendante', { id: result.id });
      const mail = (await portal.mails()).find(({ to }) => to === correo);
      const link = mail?.links.find((one) => one.includes(recomendacionPath('')));
      return { person, path: new URL(link ?? '').pathname };
    },
    person: async () => {
      const person = newPerson();
      const nombreCompleto = 'MARÍA DE LOS ÁNGELES GUADALUPE FERNÁNDEZ DE LARA ÍÑIGO';
      const persona = await makePersona(db, {
        clave: person.curp,
        curp: person.curp,
        nombre: 'MARÍA DE LOS ÁNGELES GUADALUPE',
        apellidoPaterno: 'FERNÁNDEZ DE LARA',
        apellidoMaterno: 'ÍÑIGO',
        nombreCompleto,
      });
      await insertCuentaVerificada(db, {
        uid: `u-${persona.id}`,
        email: person.email,
        password_hash,
        display_name: nombreCompleto,
        persona_id: persona.id,
      });
      return person;
    },
    offer: async ({ curso: course, edicion: edition, definicion } = {}) => {
      const curso = await makeCurso(db, course);
      const plantilla = await makePlantilla(db, definicion && { definicion });
      const edicion = await makeEdicion(
        db,
        { cursoId: curso.id, plantillaId: plantilla.id, ahora: new Date() },
        edition,
      );
      return {
        curso,
        edicionId: edicion.id,
        plantillaId: plantilla.id,
        path: `/inscripcion/${curso.id}/${plantilla.id}/${curso.tipo}/${edicion.id}`,
      };
    },
    publish: async ({ plantillaId }, definicion) => {
      await publish(db, plantillaId, definicion);
    },
    archive: async ({ plantillaId }) => {
      await db
        .updateTable('plantilla_versiones')
        .set({ estado: 'archivada' })
        .where('plantilla_id', '=', plantillaId)
        .execute();
    },
  };
  return { ...escuela, stop: portal.stop };
};

/** `test` with `escuela`: a server whose courses and editions a test makes as it needs them. */
export const test = base.extend<object, { escuela: Escuela }>({
  escuela: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner asks for a destructured argument
    async ({}, use) => {
      const escuela = await startEscuela();
      await use(escuela);
      await escuela.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ escuela }, use) => use(escuela.url),
});
