export type { Autosave, AutosaveOptions, AutosaveState, Save } from './autosave.ts';
export { AutosaveStatus } from './autosave-status.tsx';
export { useAutosave } from './use-autosave.ts';
