import { Emitidos } from '../components/emitidos.tsx';

export default function CredencialesPage() {
  return <Emitidos tipo="credencial" />;
}
