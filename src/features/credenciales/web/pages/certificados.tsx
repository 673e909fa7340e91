import { Emitidos } from '../components/emitidos.tsx';

export default function CertificadosPage() {
  return <Emitidos tipo="certificado" />;
}
