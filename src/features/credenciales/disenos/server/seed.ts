import { createHash, randomUUID } from 'node:crypto';
import type { Trx } from '../../../../platform/server/db/index.ts';
import type { Services } from '../../../../platform/server/services.ts';
import type { Tipo } from '../../rules.ts';
import { DISENO, type Diseno } from '../contract.ts';
import { medidasDe } from '../imagenes/rules.ts';
import { insertImagen } from '../imagenes/server/data.ts';
import { disenoInicial } from '../rules.ts';
import { publishBorrador, updateDefinicion } from './data.ts';
import { create, start } from './service.ts';

/** Two signatures of nobody, drawn for the demonstration (PNG, base 64). */
const RUBRICAS = [
  'iVBORw0KGgoAAAANSUhEUgAAASwAAABrBAMAAAA/eaImAAAAMFBMVEVMaXEZLlsZLlscLlsZLlsZLlsZLlsZLlsZLlsZLlsZLlsZLlsZLlsZLlwZLlsaL1wdZmowAAAAD3RSTlMAfmYLlNpRyBg9+LftKab6vWG9AAAACXBIWXMAAAsTAAALEwEAmpwYAAAHhElEQVRo3u1afWxTVRTv+rbROmq2MUFEKTQGUaKrIB/jQ/koGIJSE7OgEi0OQsQ/nAhKImAbCCbgCAvqHCY4E0PAKOlAFIVkxSCKirbEhDADbhISoiQ0w3Vl7WPHe9/9eLcdW2/bdavxnQTapnd9v56P3++c82oyGWaYYYYZZphhhv0fbJpjZR6imuSH2IK8Q/U+IIs68wxVAcLk8sLc/EKlBOBbn8kMB/IL1iyI+9CDtyu/YIWhFD/YOyXP/7HeOSiZ1aE91vbInTf74elBgFVLc702Lne+EuB67lFZghSOpLes/qg9nntYJfAM9YJcbm2DdbvUwYhhPXli75ArENU3HHKe80qQOSkgRRBW6DIVgS/XsAp5WQVvypwvgnb0L5RrWL/DCpr6cEKqDlXfYMAKR+mTYnhVJuYelIHDcx5EG3TzaJbKcCmcxLCcOaeHdp409RLnp8I4k+mxWK5j2MbTpE2VSy3kqNzzVphTe6UUdXsxuTVFc608/m5+wetSrHUyDfXMgrWaGUCpLrBEk3XpFihTm83z3MwBpk5Fd647iMoIezYMl1hKc/fIy1QWpidUW8wpnYqem7lFRTKY9A9xqUYWK4ECn+QW1u36EBaUCcxwTUBt8FR2l9192SmZ8cVSQl2rkrPN2XDSqjchRR7XRnS/cUVUUpApKtrMB92qMUE8wfevcwHekO5gIlS80L9vcZ+6foCQ3bgMQU0b5cegXngwRWHd4BlP9eRh7css6It82wmX1GcE6u3H8Werh15K2aU089aZZLwZoVLRRuLW53cQPJm1W9MWYlCR+ak7SJ1CzaS4bF6IjHZaw2KUio9FViS6NJMGomoUBrV/kcwX0im0iAC5CzQIBUKjipDyTtFDyLc27QbCNgbn1P7Rct2jnXc1TbiNMr0DsRFaSP3/8DMPAPijjEQI+XKlVl50jZS4krIqmAYo9O05hQbwlWwe2EzfuKHzeuzOOlqlJZREwlSxrH+jq32f8ipnj+GcWuSUl54TvPKxyr0MjC+CeoUipCW08tpiJDO8JKi2AE6XWIqqtOJMVy/50lnVzBXbLrNf7TWbFUDcyWGxTpbSCgrvWsfC/oVIeQXHb21ahFLERkQiQnZ4vtdsVonx0rGQdbI2AvpRgCcxs/TXTWzB8ft1YprjBS9EXPmFEPUlK5HVH8cTRUxoH5gkos3ms5oL+5Z4y304qRanW7a8EJUgSmI3fKErOOW8C7BOJ4TZ1Lkk9tOh09k/rC1eHL9Q5j0gnkkLoaeXgiseFTswTCrBHmG+RByneKlHvd39uCo+MX3i1YcKTKZuPseyRgED+FTzZbeoT0QSZ9GNoKLLaqLU4Kw6nIlI6YqIZtICwVk2hteucX8xKbYCVnO34VE/QPWp+NaV+FEwM1dp7MiUD6077IKzaKOALtkpFEAdO94W0dfAYp8mcNUTyFWvZbg+mckaASQqZoiLb9TThG8WCsDNWkY8vNYyNDNvsVM660EFeE/G28kobyRKP9TLEMWUvGHxRHx6AVj8rOSQJNrYGpidFRkU5/p39ZmiMrk7eIe+Myjeh6KNwnT4hZB7B4kWo1gkiVP5CjGQPMkWI6FU/8qi1/ew0vZ2bmPbZnFKCxO5ozzON7+YEsJqqI8VwXso1z9bmdXC7QSDcdCrhnpNaQWUAkitKR6+dwjeMEMX18yEIchyRxa5zvihnaXWEo2f9IwPETmcK2wJC/mgq8DHF7jGJ64ItgSyyfUkfmiKBRI+nJQCr02yJazkso6GV2+EZeIuYUVgmYR1uT47VDo/eGPQ0bsU7JocmvBG0ok1m7NtMRyCgyaBLKhNxrz+VdZL1aYIuwwIVMpUrpDfI8bsSTWbppNXdy6/82FBd7shOtGUtbGOfBjgVk+s0JvaYMGIrA3F1BpUfboGCNRLYVlWebLOdeaULnbPJ+n2IPKW5W7o4emjOi1u+FEoVDgt5CGCcu4hDGogXIUZh26DvKAm6odbdR2DWKk+TP7sgUhIKBWhQOpg/+s/aS394YFwlb52QamV1MjV4ctsFu4fopdfixUcTbgTq4Fa/+6ArbZKaf0n9wBWFJI3hNcfQOybhD88mPAmwPL5AwUKf3qIplavNWCVI3F50fpu4n4k4WtU7d06kItA2yVad6IcSiXlPFPuzZxy/hwSK8r+Lv2Una17GlY7HGXIXLrNQy/LHav37D0/Jf3PrMxw4TijtcFR5rp6tPoMqcV+LXamesPxayPSabrS/B3SjNaasqVHq4OQvqVzRyZwWvKg0lpTcZVQZ5J9Xr1sY8s1l0sLGrLVNfh/x3j0usJ17fiG6jPkXEcasCZLkPPO3QhQUqxOLWu5XIYy5+JWGW/PuLinoWbFwFXE9pqKo88lwNl4uWzCmvND9ws0S8O9VwREsWUtZRMGljrTtjk1Y4WonWqZN6FxqH+hN6dm6SaO6Icj5Wu2Djm5Kg0VXzJE6vJ59/+WB4S/ffwVRkf7jpQ35sPvKpVzYzdxSCMb80IXld1LPDRwb5XnByTejqL0/nONz5RHhoaM2PL5jaY8s0fWjwyZDDPMMMMMM8www/5D9i+BB2LlZxxbjAAAAABJRU5ErkJggg==',
  'iVBORw0KGgoAAAANSUhEUgAAASwAAABrBAMAAAA/eaImAAAAMFBMVEVMaXEZLlsZLlwZLlsbLl0ZLlsZLlsZLlsZLlsZLlsZLlsZLlsZLlsaLlsZLlsaL1yeMPG/AAAAD3RSTlMA8VqtB4YicdHiwDNFE5nLO+WfAAAACXBIWXMAAAsTAAALEwEAmpwYAAAHZElEQVRo3u1afWwTZRg/xq0F2k7jB8EvuiCRGNANESFE1wohAhqdoCIabMWoCJrhBDF+bBCMCmJKAhE0YGdAA0tMF4ShDFxFoxEXVzRRo0YmOE000txqWbtBH9/33ve9u/e4Kz3Wm43e88fay3q73/t8/J7f83SC4JhjjjnmmGP/Efvo/lJE9Q1AbemhckUBekoP1mOQC2RLDpUvIsVnQ4udjxB3rxwftHjPULhMqIBlNqJ6dCIApOLWbuqESsENXfaheh9k67MUEDGaE4QyqLYN1X4EaU33VItlVQ5XCILXPlg/Iz9dhV4f9qOoFG5H8Kftg1Xmh9Ekeovx+Qu2UEbAsJpsqsEkpMKs4tMW6MGPQ25bbi2GrFKBnRkrqbUK/bSrEj1+uEm5uBkK567ZciK6bWqKH0OvejEMwgXfWJUNyj6zhU7dkG05N1ixNGH6SjtgNcJLmqshkChYPcBJcpAWW5yV0QI5KlnI+GqLB7FgVbCDu+wr+M7hELd4EAtMCn1c6SUL5612Sb6zPWMDrE54jWNWf3/BtyZzxL8pG0Svn8ss5LxVhcuHU6QDpYsP63vYxl0PK5yEvLCB0ETxtbwYk/jq7pSY88SlHV8+ke/eCsru0ZNFh1Wh01ci6dTionm7/FgVjjoWzFOI8ol8cL4N7FCrIzGkazwNEVBsq3mxZGksm4qf8Cm9rlt2232yn0B6s3nnavRqqu5DOXqSoguIObqEF5LZp2RQG+e2ytH7aQGMNLuZFqINg09I1868sp+yU/ZoBsGcmRyCi2jtxouMyqtVNPhJd2JQx8IGGWTUEbsEe1ribD5b96J9gjRFp2uGmAkd5qW6os/6IUlzUN8zyFW5T898uibOrjb1fR3piMXvPR4taXl/wWlVa+AU1Vuf+GG9KtMonKL3nlmaGN6CqOpSyAQNSFPx6BIMXFGiEXqm2Kmix1BxBBpb4eUfjMjgqDJyuP2QfVsZI13snf90kblUrUO0gJD+FJJGpd6pyMIkXBz2RXqVflBN/8qG4sIaqsTwMEBmOXpQr5FLWerMgAxyblVGyblKqoSqiy0AWxRUfXE8ahh1kcgpxVm/op93gFKICUpffJl4GponD4jIGH+jZU0ufKZ65rkc+TJNKiDMF+IIPvK4dODFAU08JGcfIqiQ83aYTzf4110cLFaIPMmXRXG15gYA6whpsTP9BJVXp56VRkCc4YsSXzJYLuZFjuR9MdQmOhqlAUQxJE/q3ihd1lTpxYR2nsex2sY5hxUiT/JfQPYF/NlzH7PJEsgXgEwLKahs2Hyex6jj3HTLCpEjeTfAwgHuSsgS6GrIVhpM/JqMP00PQZ/OhkLWEYVAj1YnbSVH7BpAaiE8twP8RUEaZhbSeNWU4zbxMQux2EX7NR/uS+SB5TpwaMLBYAH7RZShRKqLAXjPBHwLrcM4FzPRT+nMB3+r0haup7E0COK+qbLszfy+J39qob/7IaQSdB2YMj5GY4bWIat5GrMy1nI86rhbwYjBYLP09URlZpGuC+ZPLbQFJDLcEzVJUjHaQ5+4jY/ZCHaDZsBIsrfD9Zsl8UoZz7pJ09biNxe25EmtOPoa6XK24eox25uQlGpn5xdpzNoZq6oDRrnCou26FY4La/G3xsuBubUBEa75YImjwybqJdw6UGvUKWIkJfAxS6YEfe8JKT27kderngDquU+rl/eaaw4cHTf0s6X8u6arogRxxEjFfdWE4/v1Ut+tpie/lPDGADZznLgobL7V2oRSQPa/J2YoaEiCk7jUaSJVS16a9MvDRlqGGPNpHaobC2UtvJghjOhLUp43KlfqlFifqtHkJHtQCR2jV43+cGvnqTKkKH4rXGuh6Mi604Umi7vMRUYTeTmpm4MCygKQ0atm1TlCM2ZbQyUv8urgHnEfcvENeXxaScqulh84vEpqCY1p5qyE+oWDkjvTIyAttKJMX8cBkW29+adomKOqPjxPHjhmqWQV6qWZpa461a9npketoRJ8Qbxyw6jypSOp9DmagYjASqqCKtlzRksNMf76zioqGviJsOaafB8gnSagkcWy3HJr2Ff+CN9Smab4yn9OqM5u8vpxhpY/ZPYMaRRCALfsD7iWSuZZzwKQNaENhjuNK6aVKeWo4PZrZxHsmpn8kgBv9l3Xoh6TGSvYBUt8EtLcyCvtAoU4ScqjFLqAX3xubMYiZrRd/x4RSY1DtLaM/94KOJyNqWdRxwvzjfSs+mWgC19kr/JlEoHRWhDteFHHyysRCYbsO3HBNitHz9ysO7SrVacxoG+5/r7HO8KCnba35rmzEeDxufZCcMwxxxz7f9u3Bw6teODEpOada99AtuWVddtruufXT2gN/kt4xKWHGqat9YOJSVu2d48dZEg/fj5vpykg1XoHE9K446s1j75kXU33yvoxHW2tj2Bra+sYs/LuE8SN6UGC5Ns9T4W0pWb+hNZEnhivWD4YmFzj/mCBG1VT/1miRGouRCFNrj9YSlSApk1pzdyDpcZQhyc/7whBxxxzzDHHHHNscO0fd8g2lfhsBCQAAAAASUVORK5CYII=',
] as const;

const seedImagen = async (
  trx: Trx,
  { storage, now }: Pick<Services, 'storage' | 'now'>,
  text: string,
  nombre: string,
): Promise<string> => {
  const bytes = Buffer.from(text, 'base64');
  const kept = await storage.kept.put(bytes, trx);
  await storage.kept.take(trx, kept);
  const { ancho, alto } = medidasDe(bytes)!;
  const id = randomUUID();
  await insertImagen(trx, {
    ...{ id, nombre, ancho, alto, bytes: bytes.length, content_type: 'image/png' },
    ...{ objeto: kept.objeto, sha256: createHash('sha256').update(bytes).digest('hex') },
    ...{ creado_en: now(), creado_por: 'demostracion' },
  });
  return id;
};

type Muestrario = { tipo: Tipo; nombre: string; cambia: (base: Diseno) => Partial<Diseno> };

const SOLEMNES: readonly Muestrario[] = [
  {
    tipo: 'certificado',
    nombre: 'Diploma solemne',
    cambia: ({ pagina, textos }) => ({
      pagina: { ...pagina, margenes: { ...pagina.margenes, abajo: 21 } },
      estilo: { marco: 'orla', color: 'vino', alineacion: 'centro', fondo: true },
      datos: false,
      textos: {
        ...textos,
        titulo: 'Diploma',
        porque: 'por haber acreditado el programa',
        cuerpo:
          'con una duración de {{horas}} horas[, impartido {{fechas}}][, en modalidad {{modalidad}}][, y una calificación de {{calificacion}}].',
        lugar: 'Ciudad de México, a {{emision}}',
      },
    }),
  },
  {
    tipo: 'credencial',
    nombre: 'Constancia de adscripción',
    cambia: ({ pagina, textos }) => ({
      pagina: { ...pagina, orientacion: 'vertical' },
      estilo: { marco: 'franja', color: 'marino', alineacion: 'izquierda', fondo: false },
      textos: { ...textos, titulo: 'Constancia', otorga: 'hace constar que' },
    }),
  },
  {
    tipo: 'reconocimiento',
    nombre: 'Reconocimiento a ponentes',
    cambia: ({ pagina, textos }) => ({
      pagina: { ...pagina, margenes: { ...pagina.margenes, abajo: 21 } },
      estilo: { marco: 'orla', color: 'verde', alineacion: 'centro', fondo: true },
      datos: false,
      textos: {
        ...textos,
        otorga: 'otorga el presente reconocimiento a',
        porque: 'por su valiosa aportación en',
        cuerpo: '[que se llevó a cabo el {{fecha}}][ en {{lugar}}].',
        lugar: 'Ciudad de México, a {{emision}}',
      },
    }),
  },
  {
    tipo: 'grado',
    nombre: 'Título en inglés',
    cambia: ({ pagina, textos }) => ({
      idioma: 'en',
      pagina: { ...pagina, margenes: { ...pagina.margenes, abajo: 21 } },
      estilo: { marco: 'orla', color: 'marino', alineacion: 'centro', fondo: true },
      textos: {
        ...textos,
        titulo: 'Degree',
        otorga: 'confers upon',
        porque: 'having completed the studies and passed the examination of',
        lugar: 'Mexico City, {{emision}}',
      },
    }),
  },
  {
    tipo: 'certificacion',
    nombre: 'Certificación de competencia',
    cambia: ({ textos }) => ({
      estilo: { marco: 'filete', color: 'grafito', alineacion: 'centro', fondo: true },
      textos: {
        ...textos,
        cuerpo: 'Vigente hasta el {{vigencia}}[, conforme al estándar {{estandar}}].',
      },
    }),
  },
];

/**
 * Designs of the demonstration: a second one of each kind, published, with the signatures of these people, and a draft of the next
 * version of the first of them. Gives the designs by their kind.
 */
export const seedDisenos = async (
  trx: Trx,
  firmantes: readonly string[],
  services: Pick<Services, 'storage' | 'now'>,
): Promise<ReadonlyMap<Tipo, string>> => {
  const ahora = services.now();
  const imagenes: string[] = [];
  for (const [i, text] of RUBRICAS.entries()) {
    imagenes.push(await seedImagen(trx, services, text, `Firma de muestra ${i + 1}.png`));
  }
  const made = new Map<Tipo, string>();
  let borrador: string | null = null;
  for (const { tipo, nombre, cambia } of SOLEMNES) {
    const base = disenoInicial(tipo);
    const definicion: Diseno = {
      ...base,
      ...cambia(base),
      firmantes: firmantes.map((firmante, i) => ({ firmante, imagen: imagenes[i] ?? null })),
    };
    const { disenoId, versionId } = await create(trx, { tipo, nombre, desde: null }, ahora);
    await updateDefinicion(trx, { id: versionId, definicion: DISENO.write(definicion), ahora });
    await publishBorrador(trx, { id: versionId, uid: 'demostracion', ahora });
    made.set(tipo, disenoId);
    borrador ??= versionId;
  }
  if (borrador !== null) await start(trx, borrador, ahora);
  return made;
};
