import type { ReactNode } from 'react';
import { DataList, formatDate, Panel, Section } from '../../../../../platform/web/ui/index.ts';
import { compareCurp, nombreEntidad, parseCurp } from '../../../curp/rules.ts';
import type { Persona } from '../../contract.ts';
import { CurpDesglose } from './curp-desglose.tsx';
import { Discrepancias, DiscrepanciasPropias, SEXO } from './discrepancias.tsx';
import styles from './perfil.module.css';
import { SinCurp } from './sin-curp.tsx';

/** Names, key and what the CURP says; `children` come below who the person is. */
export function Perfil({ persona, children }: { persona: Persona; children?: ReactNode }) {
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
      <Section
        title="Datos personales"
        lead={
          curp
            ? 'Provienen de su CURP. ¿Hay un error? Control Escolar lo corrige con un documento que lo compruebe.'
            : 'Los corrige Control Escolar, con un documento que los compruebe.'
        }
      >
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
        {children}
      </Section>
      <Section title={propia ? 'Lo que dice su CURP' : 'Lo que dice la CURP'}>
        {curp && read?.ok ? (
          <CurpDesglose curp={curp} reading={read} sexo={SEXO[read.sexo]} />
        ) : (
          <SinCurp persona={persona} />
        )}
        {propia && differing.length > 0 && (
          <div className={styles.differing}>
            <DiscrepanciasPropias campos={differing} />
          </div>
        )}
        {!propia && persona.discrepancias.length > 0 && (
          <div className={styles.differing}>
            <Discrepancias persona={persona} />
          </div>
        )}
      </Section>
    </>
  );
}
