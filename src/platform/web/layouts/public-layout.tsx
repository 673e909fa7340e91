import { type ReactNode, useRef } from 'react';
import { useScreenChange } from '../keep-alive/navigation.ts';
import { useSession } from '../session/react.tsx';
import { AppearanceChoice } from './appearance.tsx';
import { type FooterLink, PublicFrame } from './public-frame.tsx';
import { SkipLink } from './skip-link.tsx';

/** Plain frame of the public pages inside the application. */
export default function PublicLayout({
  path,
  home,
  footer,
  children,
}: {
  path: string;
  home: string;
  footer: readonly FooterLink[];
  children: ReactNode;
}) {
  const main = useRef<HTMLElement>(null);
  useScreenChange(main, `public:${path}`);
  const { status } = useSession();
  return (
    <PublicFrame
      home={home}
      signedIn={status === 'signedIn'}
      footer={footer}
      skip={<SkipLink target={main} />}
      appearance={<AppearanceChoice />}
      main={main}
    >
      {children}
    </PublicFrame>
  );
}
