export { Calendar, type DatedItem } from './calendar.tsx';
export { ListOrMonthSwitch, useListOrMonth } from './list-or-month.tsx';
export { useMonth } from './month.ts';
