import { Notice } from '../../../../../platform/web/feedback/index.ts';
import { DataList, formatDate, Panel, Section } from '../../../../../platform/web/ui/index.ts';
import { compareCurp, nombreEntidad, parseCurp, type Sexo } from '../../../curp/rules.ts';
import type { Persona } from '../../contract.ts';
import { CurpDesglose } from './curp-desglose.tsx';
import styles from './perfil.module.css';

const SEXO: Record<Sexo, string> = { H: 'Hombre', M: 'Mujer', X: 'No binario' };

const DATO: Record<string, string> = {
  nombre: 'el nombre',
  apellidoPaterno: 'el primer apellido',
  apellidoMaterno: 'el segundo apellido',
  fechaNacimiento: 'la fecha de nacimiento',
  sexo: 'el sexo',
  entidad: 'la entidad de nacimiento',
};

const list = new Intl.ListFormat('es-MX', { type: 'conjunction' });

/** Names, key and what the CURP says. */
export function Perfil({ persona }: { persona: Persona }) {
  const { curp, propia } = persona;
  const read = curp ? parseCurp(curp) : null;
  const differing = curp
    ? compareCurp(curp, {
        nombre: persona.nombre,
        apellidoPaterno: persona.apellidoPaterno,
        apellidoMaterno: persona.apellidoMaterno,
      })
    : [];
  const birth = read?.ok
    ? { fecha: read.fechaNacimiento, sexo: read.sexo, entidad: read.entidad }
    : {
        fecha: persona.fechaNacimiento,
        sexo: persona.sexo,
        entidad: persona.entidadNacimiento,
      };
  return (
    <>
      <Section title="Datos personales">
        <Panel>
          <DataList
            items={[
              { label: 'Nombre o nombres', value: persona.nombre },
              { label: 'Primer apellido', value: persona.apellidoPaterno },
              { label: 'Segundo apellido', value: persona.apellidoMaterno },
              { label: 'Fecha de nacimiento', value: birth.fecha && formatDate(birth.fecha) },
              { label: 'Sexo', value: birth.sexo && SEXO[birth.sexo] },
              {
                label: 'Lugar de nacimiento',
                value: birth.entidad && nombreEntidad(birth.entidad),
              },
            ]}
          />
        </Panel>
      </Section>
      <Section title={propia ? 'Lo que dice su CURP' : 'Lo que dice la CURP'}>
        {curp && read?.ok ? (
          <CurpDesglose curp={curp} reading={read} sexo={SEXO[read.sexo]} />
        ) : (
          <Notice tone="info" title={`Este expediente usa la clave ${persona.clave}`}>
            <p>
              {propia
                ? 'No tiene una CURP registrada. Si ya cuenta con ella, pida a control escolar que la registre: todo lo suyo se conserva.'
                : 'La persona no tiene una CURP registrada.'}
            </p>
            {persona.curpDeclarada && (
              <p>Al registrarse declaró {persona.curpDeclarada}, que no se ha validado.</p>
            )}
          </Notice>
        )}
        {differing.length > 0 && (
          <div className={styles.differing}>
            <Notice
              tone="warning"
              title={`No ${differing.length === 1 ? 'coincide' : 'coinciden'} con la CURP: ${list.format(differing.map((key) => DATO[key] ?? key))}`}
            >
              <p>
                {propia
                  ? 'Hay nombres que legítimamente difieren. Control escolar lo revisará; no necesita hacer nada.'
                  : 'Hay nombres que legítimamente difieren: revise un documento de identidad antes de corregir.'}
              </p>
            </Notice>
          </div>
        )}
      </Section>
    </>
  );
}
