import { publicPage } from '../../../../platform/web/public/page.ts';
import { PageHeading, Section } from '../../../../platform/web/ui/page.tsx';
import { Contacto } from '../components/contacto.tsx';

function AccesibilidadPage() {
  return (
    <article>
      <PageHeading
        title="Accesibilidad"
        lead="Qué puede esperar de este portal quien usa lector de pantalla, solo teclado, texto grande o alto contraste, y qué falta."
      />
      <Section title="Características">
        <p>
          Se procura cumplir las Pautas de accesibilidad para el contenido web (WCAG) 2.2, nivel AA.
          Ninguna persona ajena a su desarrollo lo ha evaluado todavía.
        </p>
        <ul>
          <li>Todo se puede hacer con el teclado, y se ve dónde está el foco.</li>
          <li>
            El texto se puede agrandar al 200 % y el portal se puede usar en una pantalla de 320
            píxeles de ancho sin desplazarse de lado.
          </li>
          <li>
            Al pie de cada página pública y en el menú de su cuenta puede elegir un tema claro,
            oscuro o de alto contraste, y texto más grande.
          </li>
          <li>Ningún estado se distingue solo por el color.</li>
          <li>
            Los textos legales y la consulta de acuses se leen sin que el navegador ejecute nada.
          </li>
        </ul>
      </Section>
      <Section title="Comprobaciones">
        <p>
          Cada pantalla se revisa con una herramienta automática (axe), ancha y angosta, en claro y
          en oscuro, cada vez que el portal cambia. Una herramienta así no encuentra todo: falta
          probarlo con personas que usan lector de pantalla.
        </p>
      </Section>
      <Section title="Limitaciones conocidas">
        <ul>
          <li>
            Al leer la CURP de una fotografía hay que comparar lo leído con la imagen. Quien no
            pueda verla puede escribir la CURP.
          </li>
          <li>Los archivos que otras personas entregan pueden no ser accesibles.</li>
        </ul>
      </Section>
      <Section title="Si algo le impide usarlo">
        <Contacto para="Díganos qué página era, qué quería hacer y con qué programa:" />
      </Section>
    </article>
  );
}

export default publicPage({
  description: 'Qué tan accesible es el portal académico, cómo se comprueba y qué falta.',
  Page: AccesibilidadPage,
});
