import { Fieldset, SelectField } from '../../../../../platform/web/form/index.ts';
import { Button, IconPlus } from '../../../../../platform/web/ui/index.ts';
import { MAX_FIRMANTES } from '../../../rules.ts';
import { useFirmantes } from '../../../web/hooks.ts';
import type { Diseno } from '../../contract.ts';
import { SELLOS } from '../../opciones/rules.ts';
import { type Editando, optionsOf } from './campos.tsx';
import styles from './disenos.module.css';
import { ImagenField } from './imagen.tsx';

/** The school's seal. */
export function SelloFields({ definicion: { sello }, change, errorAt }: Editando) {
  const put = (next: Partial<Diseno['sello']>) =>
    change((was) => ({ ...was, sello: { ...was.sello, ...next } }));
  return (
    <Fieldset legend="Sello">
      <SelectField
        label="Sello"
        value={sello.clase}
        onChange={(value) => {
          const clase = value as Diseno['sello']['clase'];
          put({ clase, imagen: clase === 'imagen' ? sello.imagen : null });
        }}
        options={optionsOf(SELLOS)}
        empty={null}
      />
      {sello.clase === 'imagen' && (
        <ImagenField
          label="Imagen del sello"
          value={sello.imagen}
          onChange={(imagen) => put({ imagen })}
          error={errorAt('sello.imagen')}
          ninguna="Elija una"
        />
      )}
    </Fieldset>
  );
}

type Firma = Diseno['firmantes'][number];

/** Who signs, each with the picture of their signature. */
export function FirmasFields({ definicion: { firmantes }, change, errorAt }: Editando) {
  const { data } = useFirmantes();
  const put = (next: readonly Firma[]) => change((was) => ({ ...was, firmantes: [...next] }));
  const edit = (i: number, next: Partial<Firma>) =>
    put(firmantes.map((one, k) => (k === i ? { ...one, ...next } : one)));
  const options = (data?.filas ?? []).map(({ id, nombre, activo }) => ({
    value: id,
    label: activo ? nombre : `${nombre} (ya no firma)`,
  }));
  return (
    <Fieldset
      legend="Firmas"
      lead="Quien emite las encuentra elegidas y puede elegir otras. Sin imagen queda el espacio para firmar a mano."
    >
      {firmantes.map((firma, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no key of their own, and their order is their place
        <div key={i} className={styles.firma}>
          <SelectField
            label={`Firma ${i + 1}`}
            value={firma.firmante}
            onChange={(firmante) => edit(i, { firmante })}
            options={options}
            error={errorAt(`firmantes.${i}`)}
          />
          <ImagenField
            label={`Imagen de la firma ${i + 1}`}
            value={firma.imagen}
            onChange={(imagen) => edit(i, { imagen })}
            ninguna="Sin imagen: se firma a mano"
          />
          <Button
            size="small"
            variant="quiet"
            onClick={() => put(firmantes.filter((_, k) => k !== i))}
          >
            Quitar la firma {i + 1}
          </Button>
        </div>
      ))}
      {firmantes.length < MAX_FIRMANTES && (
        <Button
          icon={<IconPlus />}
          onClick={() => put([...firmantes, { firmante: '', imagen: null }])}
        >
          Agregar una firma
        </Button>
      )}
    </Fieldset>
  );
}
