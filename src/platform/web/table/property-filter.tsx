import { useState } from 'react';
import { NumberField } from '../form/text-fields.tsx';
import { Button } from '../ui/button.tsx';
import { OptionsSelect } from './options-select.tsx';
import type { FilterDefinition, Property, PropertyValue } from './params.ts';
import { Day, type EndProps, useEnd } from './range.tsx';
import { SearchBox } from './search-box.tsx';
import styles from './table.module.css';

type Definition = Extract<FilterDefinition, { kind: 'property' }>;

/** Which property, and then what of it. What is chosen first leaves nothing out until the second is said. */
export default function PropertyFilter({
  filter,
  value,
  onChange,
}: {
  filter: Definition;
  value: PropertyValue | undefined;
  onChange: (value: PropertyValue | undefined) => void;
}) {
  const [chosen, setChosen] = useState(value?.property);
  const [followed, setFollowed] = useState(value);
  if (value !== followed && value?.property !== followed?.property) {
    setFollowed(value);
    if (value) setChosen(value.property);
  }
  const property = filter.properties.find((one) => one.value === chosen);
  return (
    <>
      <OptionsSelect
        label={filter.label}
        all={filter.all ?? 'Cualquiera'}
        options={filter.properties}
        value={chosen}
        onChange={(next) => {
          setChosen(next);
          if (value) onChange(undefined);
        }}
      />
      {property && (
        <Condition
          key={property.value}
          property={property}
          value={value?.property === property.value ? value : undefined}
          onChange={onChange}
        />
      )}
    </>
  );
}

function Condition({
  property: { value: property, by, options = [] },
  value,
  onChange,
}: {
  property: Property;
  value: PropertyValue | undefined;
  onChange: (value: PropertyValue | undefined) => void;
}) {
  if (by === 'options') {
    return (
      <OptionsSelect
        label="Es"
        all="Cualquiera"
        {...{ options, value: value?.is }}
        onChange={(is) => onChange(is === undefined ? undefined : { property, is })}
      />
    );
  }
  if (by === 'text') {
    return (
      <SearchBox
        label="Contiene"
        value={value?.says ?? ''}
        onChange={(says) => onChange(says === '' ? undefined : { property, says })}
      />
    );
  }
  const { desde, hasta } = value ?? {};
  const put = (ends: { desde?: string | undefined; hasta?: string | undefined }) => {
    const next = { desde, hasta, ...ends };
    const asked = {
      ...(next.desde !== undefined && { desde: next.desde }),
      ...(next.hasta !== undefined && { hasta: next.hasta }),
    };
    onChange(Object.keys(asked).length === 0 ? undefined : { property, ...asked });
  };
  const End = by === 'date' ? Day : Amount;
  return (
    <div className={styles.ends} data-by={by}>
      <End label="Desde" value={desde} onChange={(text) => put({ desde: text })} />
      <End label="Hasta" value={hasta} onChange={(text) => put({ hasta: text })} />
      <Button
        flush
        size="small"
        variant="quiet"
        disabled={value === undefined}
        onClick={() => onChange(undefined)}
      >
        Quitar el intervalo
      </Button>
    </div>
  );
}

const isNumber = (text: string): boolean => /^-?\d{1,12}(\.\d{1,6})?$/.test(text);

/** One end of a range of numbers, in digits. */
function Amount({ label, value = '', onChange }: EndProps) {
  const { typed, put } = useEnd(value, isNumber, onChange);
  const wrong = typed !== '' && typed !== '-' && !isNumber(typed);
  return (
    <NumberField
      decimal
      label={label}
      value={typed}
      onChange={(text) => put(text.trim())}
      error={wrong ? 'Escriba solo un número, por ejemplo 12 o 8.5.' : undefined}
    />
  );
}
