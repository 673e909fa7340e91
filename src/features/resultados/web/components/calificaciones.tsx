import { useMemo } from 'react';
import type { OutputOf } from '../../../../platform/shared/callable.ts';
import { EmptyState, notify } from '../../../../platform/web/feedback/index.ts';
import { useDisclosure } from '../../../../platform/web/keep-alive/index.ts';
import { Button, IconUpload } from '../../../../platform/web/ui/index.ts';
import { COMO_SE_CUENTA } from '../../asistencia/rules.ts';
import type { getResultados as contract } from '../../contract.ts';
import { CALIFICACIONES } from '../../importacion/rules.ts';
import { Barra } from '../../rejilla/web/components/barra.tsx';
import type { ColumnaDeRejilla, FilaDeRejilla } from '../../rejilla/web/components/fila.tsx';
import { Rejilla } from '../../rejilla/web/components/rejilla.tsx';
import type { Destinada, EnServidor, Envio, Lectura } from '../../rejilla/web/hooks.ts';
import { formatCalificacion, formatPorcentaje, leerCalificacion } from '../../rules.ts';
import { getResultados, saveResultados, useRejilla } from '../hooks.ts';
import { Archivos } from './archivos.tsx';
import { AvisosDeRejilla, cierreDe } from './avisos.tsx';
import { PegarPorClave } from './pegar-por-clave.tsx';

type Resultados = OutputOf<typeof contract>;

const NOTA = 'calificacion';
const TEXTO = 'observacion';
const llaveDe = (campo: string, id: string) => `${campo} ${id}`;
const partesDe = (llave: string) => llave.split(' ') as [campo: string, id: string];

const LEE_NOTA: Lectura = {
  leer: leerCalificacion,
  formato: (valor) => formatCalificacion(valor === null ? null : Number(valor)),
};
const LEE_TEXTO: Lectura = {
  leer: (texto) =>
    texto.trim().length > 300 ? { error: 'Escriba 300 letras a lo más.' } : { valor: texto.trim() },
  formato: (valor) => String(valor ?? ''),
};
const lecturaDe = (llave: string): Lectura => (partesDe(llave)[0] === NOTA ? LEE_NOTA : LEE_TEXTO);

const enviarA =
  (edicionId: string) =>
  async (
    celdas: readonly Envio[],
    options: Parameters<typeof saveResultados>[1],
  ): Promise<readonly Destinada[]> => {
    const of = (campo: string) => celdas.filter(({ llave }) => partesDe(llave)[0] === campo);
    const inscripcionDe = ({ llave }: Envio) => partesDe(llave)[1];
    const answer = await saveResultados(
      {
        edicionId,
        calificaciones: of(NOTA).map((c) => ({
          inscripcionId: inscripcionDe(c),
          valor: c.valor === null ? null : Number(c.valor),
          version: c.version,
        })),
        observaciones: of(TEXTO).map((c) => ({
          inscripcionId: inscripcionDe(c),
          valor: String(c.valor ?? ''),
          version: c.version,
        })),
      },
      options,
    );
    return [
      ...answer.calificaciones.map((c) => ({ ...c, llave: llaveDe(NOTA, c.inscripcionId) })),
      ...answer.observaciones.map((c) => ({ ...c, llave: llaveDe(TEXTO, c.inscripcionId) })),
    ];
  };

const celdasDe = ({ filas }: Resultados): Map<string, EnServidor> =>
  new Map<string, EnServidor>(
    (filas ?? []).flatMap((fila): [string, EnServidor][] => [
      [llaveDe(NOTA, fila.inscripcionId), fila.calificacion],
      [llaveDe(TEXTO, fila.inscripcionId), fila.observacion],
    ]),
  );

/** What the acta says of each is what counts once it is closed: nothing more is written here. */
export function Calificaciones({ inicial }: { inicial: Resultados }) {
  const { id: edicionId } = inicial.edicion;
  const { datos, celdas, recuperadas, preguntar } = useRejilla(inicial, {
    key: `resultados/${edicionId}`,
    pedir: getResultados,
    celdasDe,
    lecturaDe,
    enviar: enviarA(edicionId),
    max: 500,
  });
  const filas = datos.filas ?? [];
  const porId = useMemo(() => new Map(filas.map((fila) => [fila.inscripcionId, fila])), [filas]);
  const shown = useMemo(
    (): FilaDeRejilla[] =>
      filas.map((fila) => ({
        id: fila.inscripcionId,
        nombre: fila.nombre,
        detalle: fila.grupo,
        fija: fila.propia
          ? 'Es usted: lo registra otra persona'
          : fila.estado === 'inscrita'
            ? null
            : 'Con acta',
      })),
    [filas],
  );
  const columnas = useMemo(
    (): ColumnaDeRejilla[] => [
      { id: NOTA, titulo: 'Calificación', llave: (id) => llaveDe(NOTA, id) },
      {
        id: 'asistencia',
        titulo: 'Asistencia',
        lee: (id) => {
          const asistencia = porId.get(id)?.asistencia;
          if (!asistencia) return '';
          const { porcentaje, sinRegistro } = asistencia;
          return `${formatPorcentaje(porcentaje) || '–'}${sinRegistro > 0 ? ` (faltan ${sinRegistro})` : ''}`;
        },
      },
      { id: TEXTO, titulo: 'Observación', ancha: true, llave: (id) => llaveDe(TEXTO, id) },
    ],
    [porId],
  );
  const nombreDe = (llave: string) => {
    const [campo, id] = partesDe(llave);
    const que = campo === NOTA ? 'Calificación' : 'Observación';
    return `${que} de ${porId.get(id)?.nombre ?? 'alguien que ya no está'}`;
  };
  const [opened, { open, close }] = useDisclosure();
  const cierre = cierreDe(datos.edicion);
  const cerrada = cierre !== null;
  const archivos = (
    <Archivos
      lista={CALIFICACIONES}
      edicionId={edicionId}
      cerrada={cerrada}
      onImported={() => void preguntar()}
    />
  );
  if (filas.length === 0) {
    return (
      <EmptyState title="Todavía no hay personas inscritas">
        Cuando las haya, aquí se registran sus calificaciones.
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
          <Button size="small" icon={<IconUpload />} onClick={open}>
            Pegar por CURP
          </Button>
        </Barra>
      )}
      <Rejilla
        label={`Calificaciones de ${datos.edicion.curso.nombre}, ${datos.edicion.nombre}`}
        filas={shown}
        columnas={columnas}
        celdas={celdas}
        soloLectura={cerrada}
        onSobran={(n) =>
          notify.error(
            n === 1
              ? '1 celda de lo que pegó quedó fuera de lo que se puede escribir.'
              : `${n} celdas de lo que pegó quedaron fuera de lo que se puede escribir.`,
          )
        }
      />
      <p>
        Calificación de 0 a 10, con dos decimales a lo más; si alguien no se presentó, escriba 0.{' '}
        {COMO_SE_CUENTA} Cada persona ve su resultado cuando se cierra el acta.
      </p>
      {opened && (
        <PegarPorClave
          filas={filas}
          onAplicar={(cambios) =>
            celdas.escribir(
              cambios.flatMap(({ inscripcionId, calificacion, observacion }) => [
                { llave: llaveDe(NOTA, inscripcionId), texto: calificacion },
                ...(observacion === null
                  ? []
                  : [{ llave: llaveDe(TEXTO, inscripcionId), texto: observacion }]),
              ]),
            )
          }
          onClose={close}
        />
      )}
    </>
  );
}
