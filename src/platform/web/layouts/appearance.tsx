import { setAppearance, useAppearance } from '../ui/theme-choice.ts';
import { AppearanceFields } from './appearance-fields.tsx';

/** Theme and text size, in the account menu and at the foot of the public pages. */
export function AppearanceChoice() {
  return <AppearanceFields value={useAppearance()} onChange={setAppearance} />;
}
