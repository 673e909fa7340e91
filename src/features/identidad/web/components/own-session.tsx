import type { ReactNode } from 'react';
import { Loading } from '../../../../platform/web/feedback/index.ts';
import { useSession } from '../../../../platform/web/session/react.tsx';
import { AuthPage } from './auth-page.tsx';
import { SignInForm } from './sign-in-form.tsx';

/**
 * Where a link of a mail leads that counts from a session of its account only, so that a mail that went
 * to a stranger gives them nothing: asks whoever has none to enter first, saying why. Made anew for each
 * account.
 */
export function OwnSession({
  title,
  lead,
  children,
}: {
  title: string;
  lead: string;
  children: (uid: string) => ReactNode;
}) {
  const { status, user } = useSession();
  if (status === 'loading') return <Loading shape="form" />;
  if (status === 'signedIn' && user) return children(user.uid);
  return (
    <AuthPage title={title} lead={lead}>
      <SignInForm />
    </AuthPage>
  );
}
