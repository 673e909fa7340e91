import { Notice } from '../../../../../platform/web/feedback/index.ts';
import { useDisclosure } from '../../../../../platform/web/keep-alive/index.ts';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import { Button, IconIdCard } from '../../../../../platform/web/ui/index.ts';
import { canAssignCurp } from '../../../clave/policy.ts';
import { AsignarCurp } from '../../../clave/web/components/asignar-curp.tsx';
import type { Persona } from '../../contract.ts';

/** The file of who has no CURP: what its key is, and for staff the way to give them one. */
export function SinCurp({ persona }: { persona: Persona }) {
  const staff = canAssignCurp(useUser());
  const [opened, { open, close }] = useDisclosure();
  const { clave, curpDeclarada, propia } = persona;
  return (
    <>
      <Notice
        tone="info"
        title={`Este expediente usa la clave ${clave}`}
        actions={
          staff &&
          !propia && (
            <Button icon={<IconIdCard />} onClick={open}>
              Asignar CURP
            </Button>
          )
        }
      >
        <p>
          {propia
            ? 'No tiene una CURP registrada. Si ya cuenta con ella, pida a control escolar que la registre: todo lo suyo se conserva.'
            : 'La persona no tiene una CURP registrada.'}
        </p>
        {propia && staff && (
          <p>Nadie la registra en su propio expediente: lo hace otra persona del personal.</p>
        )}
        {curpDeclarada && <p>Al registrarse declaró {curpDeclarada}, que no se ha validado.</p>}
      </Notice>
      {staff && !propia && (
        <AsignarCurp clave={clave} declarada={curpDeclarada} opened={opened} onClose={close} />
      )}
    </>
  );
}
