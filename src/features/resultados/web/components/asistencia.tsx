import { useMemo, useState } from 'react';
import type { OutputOf } from '../../../../platform/shared/callable.ts';
import { EmptyState, notify } from '../../../../platform/web/feedback/index.ts';
import { Button, formatShortDate } from '../../../../platform/web/ui/index.ts';
import type { getAsistencia as contract } from '../../asistencia/contract.ts';
import { COMO_SE_CUENTA, leerMarca, MARCAS, type Marca } from '../../asistencia/rules.ts';
import { ASISTENCIA } from '../../importacion/rules.ts';
import { Barra } from '../../rejilla/web/components/barra.tsx';
import type { ColumnaDeRejilla, FilaDeRejilla } from '../../rejilla/web/components/fila.tsx';
import { Rejilla } from '../../rejilla/web/components/rejilla.tsx';
import type { Destinada, EnServidor, Envio, Lectura } from '../../rejilla/web/hooks.ts';
import { getAsistencia, saveAsistencia, useRejilla } from '../hooks.ts';
import { Archivos } from './archivos.tsx';
import { AvisosDeRejilla, cierreDe } from './avisos.tsx';

type Asistencia = OutputOf<typeof contract>;

const llaveDe = (inscripcionId: string, sesionId: string) => `${inscripcionId} ${sesionId}`;
const partesDe = (llave: string) => llave.split(' ') as [inscripcionId: string, sesionId: string];

const MARCA: Lectura = {
  leer: leerMarca,
  formato: (valor) => (valor === null ? '' : MARCAS[valor as Marca].palabra),
};

const enviarA =
  (edicionId: string) =>
  async (
    celdas: readonly Envio[],
    options: Parameters<typeof saveAsistencia>[1],
  ): Promise<readonly Destinada[]> => {
    const { marcas } = await saveAsistencia(
      {
        edicionId,
        marcas: celdas.map(({ llave, valor, version }) => {
          const [inscripcionId, sesionId] = partesDe(llave);
          return { inscripcionId, sesionId, valor: valor as Marca | null, version };
        }),
      },
      options,
    );
    return marcas.map((marca) => ({
      ...marca,
      llave: llaveDe(marca.inscripcionId, marca.sesionId),
    }));
  };

const celdasDe = ({ sesiones, filas }: Asistencia): Map<string, EnServidor> =>
  new Map(
    (filas ?? []).flatMap((fila) =>
      fila.marcas.flatMap((marca, i) =>
        marca ? [[llaveDe(fila.inscripcionId, sesiones[i]!.id), marca] as const] : [],
      ),
    ),
  );

/** Attendance by session: a letter a cell, and a session filled at once. */
export function AsistenciaPorSesion({ inicial }: { inicial: Asistencia }) {
  const { id: edicionId } = inicial.edicion;
  const { datos, celdas, recuperadas, preguntar } = useRejilla(inicial, {
    key: `asistencia/${edicionId}`,
    pedir: getAsistencia,
    celdasDe,
    lecturaDe: () => MARCA,
    enviar: enviarA(edicionId),
    max: 1_000,
  });
  const { sesiones } = datos;
  const filas = datos.filas ?? [];
  const [activa, setActiva] = useState<string | null>(null);
  const columnas = useMemo((): ColumnaDeRejilla[] => {
    const tiene = new Map(
      filas.map((fila) => [fila.inscripcionId, fila.marcas.map((marca) => marca !== null)]),
    );
    return sesiones.map((sesion, i) => ({
      id: sesion.id,
      titulo: formatShortDate(sesion.fecha),
      detalle: [`${sesion.de} a ${sesion.a}\u00a0h`, sesion.grupo].filter(Boolean).join(', '),
      deUnaLetra: true,
      llave: (id) => (tiene.get(id)?.[i] ? llaveDe(id, sesion.id) : null),
    }));
  }, [sesiones, filas]);
  const shown = useMemo(
    (): FilaDeRejilla[] =>
      filas.map((fila) => ({
        id: fila.inscripcionId,
        nombre: fila.nombre,
        detalle: fila.grupo,
        fija: fila.propia ? 'Es usted: lo registra otra persona' : null,
      })),
    [filas],
  );
  const cierre = cierreDe(datos.edicion);
  const cerrada = cierre !== null;
  const columna = columnas.find(({ id }) => id === activa) ?? columnas[0];
  /** Of the session where one is, those of whom nothing is said. */
  const asistieronTodos = () => {
    celdas.escribir(
      shown.flatMap(({ id, fija }) => {
        const llave = fija === null ? (columna?.llave?.(id) ?? null) : null;
        return llave !== null && celdas.vistaDe(llave).texto === ''
          ? [{ llave, texto: MARCAS.asistio.palabra }]
          : [];
      }),
    );
  };
  const nombreDe = (llave: string) => {
    const [inscripcionId, sesionId] = partesDe(llave);
    const fila = filas.find((one) => one.inscripcionId === inscripcionId);
    const sesion = sesiones.find(({ id }) => id === sesionId);
    return `${fila?.nombre ?? 'Alguien que ya no está'}, ${sesion ? formatShortDate(sesion.fecha) : ''}`;
  };
  const archivos = (
    <Archivos
      lista={ASISTENCIA}
      edicionId={edicionId}
      cerrada={cerrada}
      onImported={() => void preguntar()}
    />
  );
  if (sesiones.length === 0) {
    return (
      <EmptyState title="Esta edición no tiene sesiones">
        Sin sesiones no hay asistencia que registrar, y la mínima no se aplica.
      </EmptyState>
    );
  }
  return (
    <>
      <AvisosDeRejilla cierre={cierre} recuperadas={recuperadas} />
      {cerrada ? (
        archivos
      ) : (
        <Barra celdas={celdas} nombreDe={nombreDe}>
          {archivos}
          <Button size="small" onClick={asistieronTodos}>
            Todos asistieron el {columna?.titulo}
          </Button>
        </Barra>
      )}
      <Rejilla
        label={`Asistencia de ${datos.edicion.curso.nombre}, ${datos.edicion.nombre}`}
        filas={shown}
        columnas={columnas}
        celdas={celdas}
        soloLectura={cerrada}
        onActiva={setActiva}
        onSobran={(n) => notify.error(`Quedaron fuera ${n} de las celdas que pegó.`)}
      />
      <p>
        A: asistió. R: retardo. J: falta justificada. F: falta. {COMO_SE_CUENTA} «Todos asistieron»
        llena lo que está vacío de la sesión en que usted está.
      </p>
    </>
  );
}
