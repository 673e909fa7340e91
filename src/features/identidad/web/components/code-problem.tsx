import { useSession } from '../../../../platform/web/session/react.tsx';
import { LinkButton, PageHeading } from '../../../../platform/web/ui/index.ts';
import { loginPath } from '../../routes.ts';
import styles from './auth-page.module.css';

/** A link of a mail that does not serve, and the way forward. */
export function CodeProblem({
  title,
  message,
  next,
}: {
  title: string;
  message: string;
  next?: { to: string; label: string };
}) {
  const { status } = useSession();
  return (
    <div role="alert">
      <PageHeading title={title} lead={message} />
      <div className={styles.actions}>
        {next && (
          <LinkButton to={next.to} variant="primary">
            {next.label}
          </LinkButton>
        )}
        {status !== 'signedIn' && (
          <LinkButton to={loginPath} variant={next ? 'secondary' : 'primary'}>
            Ir a ingresar
          </LinkButton>
        )}
      </div>
    </div>
  );
}
