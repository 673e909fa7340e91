export { initialsOf, nameOrAddress, properName } from '../../shared/names.ts';
export { TEXT_SIZES, THEME_CHOICES } from './appearance.ts';
export { Button, LinkButton } from './button.tsx';
export { classes } from './classes.ts';
export { Dialog } from './dialog.tsx';
export { EstadoBadge, Folio, iconOfTone, type Tone, toneClass } from './estado.tsx';
export { Ficha, type FichaEstado } from './ficha.tsx';
export {
  formatBytes,
  formatDate,
  formatDateTime,
  formatNumber,
  formatRelative,
  formatShortDate,
  formatShortDateTime,
} from './format.ts';
export { IconButton } from './icon-button.tsx';
export * from './icons.tsx';
export * from './icons-of-screens.tsx';
export { type LifeEvent, LineaDeVida } from './linea-de-vida.tsx';
export {
  Breadcrumbs,
  type Crumb,
  DataList,
  type Datum,
  PageHeading,
  Panel,
  Section,
} from './page.tsx';
export { Seal } from './seal.tsx';
export { type Requisito, SemaforoDeRequisitos } from './semaforo.tsx';
export { setAppearance, useAppearance } from './theme-choice.ts';
