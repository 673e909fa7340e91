import { tryKept } from '../../../../platform/shared/formatos.ts';
import { NO_SE_LEE } from '../../../../platform/shared/ilegible.ts';
import { contenidoSchema } from '../../contract.ts';
import { porQueNo } from '../rules.ts';
import type { selectEmisiones } from './data.ts';
import type { De, FuenteLeida } from './service.ts';

/** Who would be issued one, and who not and why; `propia`: the file of whoever asks. */
export const presentVista = (
  { fuente }: De,
  { nombre, sugerido, candidatos }: FuenteLeida,
  propia: string | null,
) => {
  const all = candidatos.map((one) => ({
    clave: one.clave,
    nombre: one.nombreCompleto,
    razon: porQueNo(fuente, one, propia),
  }));
  return {
    nombre,
    sugerido,
    conCalificaciones: candidatos.some(({ calificacion }) => calificacion !== null),
    reciben: all.flatMap(({ razon, ...one }) => (razon === null ? [one] : [])),
    noReciben: all.flatMap(({ razon, ...one }) => (razon === null ? [] : [{ ...one, razon }])),
  };
};

export const presentEmision = ({
  id,
  tipo,
  contenido,
  pedido_en,
  emitidos,
}: Awaited<ReturnType<typeof selectEmisiones>>[number]) => ({
  id,
  tipo,
  programa: tryKept(() => contenidoSchema.programa.parse(contenido.programa)) ?? NO_SE_LEE,
  pedidoEn: pedido_en.toISOString(),
  emitidos,
});
