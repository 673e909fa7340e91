import './kit-styles.ts';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { config } from '../config.ts';
import { cssVariablesResolver, theme } from './theme.ts';
import { useIsDark } from './theme-choice.ts';

/** Mantine for what is inside. The main layout brings it; public pages stay lighter without. */
export function Kit({ children }: { children: ReactNode }) {
  const dark = useIsDark();
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      forceColorScheme={dark ? 'dark' : 'light'}
      getStyleNonce={() => config().nonce ?? ''}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
