import { formatFecha } from '../../../../platform/shared/dates.ts';
import { type FormState, SelectField } from '../../../../platform/web/form/index.ts';
import { Link } from '../../../../platform/web/router.tsx';
import { DOCUMENTO } from '../../../documentos/estados.ts';
import { PESTANA } from '../../../documentos/routes.ts';
import { tabPath } from '../../../personas/routes.ts';
import { CAMPOS_DE_ACTA } from '../../acta/rules.ts';
import type { Tipo } from '../../rules.ts';
import { useDocumentosDe, useLineasDeActa } from '../hooks.ts';
import type { ContenidoValues } from './contenido-fields.tsx';

/** The choice of no line of an acta. */
const HISTORICO = 'historico';

export const SIN_BASE = { base: '', evidencia: '' } as const;

/** The fields that an acta says. */
export const DEL_ACTA: readonly string[] = ['programa', ...CAMPOS_DE_ACTA];

/** The fields that are not asked for: those of the acta, unless the certificado is histórico. */
export const sinDeBase = (tipo: Tipo, { base }: ContenidoValues): readonly string[] =>
  tipo === 'certificado' && base !== HISTORICO ? DEL_ACTA : [];

/** Whether what is filled in is of a line of an acta. */
const esDeActa = ({ base }: ContenidoValues): boolean => base !== '' && base !== HISTORICO;

/** The input of the callables. */
export const readBase = (values: ContenidoValues) => ({
  inscripcionId: esDeActa(values) ? String(values.base) : null,
  evidenciaId: values.base === HISTORICO ? String(values.evidencia) || null : null,
});

/** The fields of the base that are missing, each with its message. */
export const validateBase = (tipo: Tipo, values: ContenidoValues): Record<string, string> => {
  if (tipo !== 'certificado') return {};
  if (values.base === '') return { base: 'Elija el curso.' };
  return values.base === HISTORICO && values.evidencia === ''
    ? { evidencia: 'Elija el documento que lo prueba.' }
    : {};
};

/** Shortest key of a file: before it is typed whole nothing is asked. */
const CLAVE_MIN = 10;

/** Which line of a closed acta a certificado is of; or that it is histórico, and what proves it. */
export function BaseFields({ clave, form }: { clave: string; form: FormState<ContenidoValues> }) {
  const whole = clave.trim().length >= CLAVE_MIN;
  const lineas = useLineasDeActa(clave.trim(), whole);
  const historico = form.values.base === HISTORICO;
  const documentos = useDocumentosDe(clave.trim(), whole && historico);
  const options = (lineas.data?.lineas ?? []).map((one) => ({
    value: one.inscripcionId,
    label: `${one.curso}, ${formatFecha(one.termina)}${one.calificacion === null ? '' : `, ${one.calificacion.toFixed(2)}`} (acta ${one.acta})`,
  }));
  const pruebas = (documentos.data?.lugares ?? []).flatMap(({ tipo, versiones }) =>
    versiones
      .filter(({ estado, antivirus }) => antivirus === null && DOCUMENTO.is('sirve', estado))
      .map(({ id, nombre }) => ({ value: id, label: `${tipo.nombre}: ${nombre}` })),
  );
  return (
    <>
      <SelectField
        {...form.field('base')}
        label="Curso acreditado"
        hint={
          lineas.isError
            ? 'No hay una persona con esa CURP o clave.'
            : 'Horas, fechas y calificación se toman de su acta.'
        }
        options={[...options, { value: HISTORICO, label: 'Histórico: sin acta en el portal' }]}
        empty={whole && lineas.isPending ? 'Cargando…' : 'Elija un curso'}
      />
      {historico && (
        <SelectField
          {...form.field('evidencia')}
          label="Documento que lo prueba"
          hint={
            <>
              De su expediente. Si falta,{' '}
              <Link to={tabPath(clave.trim(), PESTANA)}>agréguelo ahí</Link>. Otra persona del
              personal aprueba el certificado.
            </>
          }
          options={pruebas}
          empty={documentos.isPending ? 'Cargando…' : 'Elija un documento'}
        />
      )}
    </>
  );
}
