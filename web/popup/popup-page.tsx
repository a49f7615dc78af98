import { EmptyState } from "../src/ui/empty-state.tsx";
import { Main, PageHeader } from "../src/ui/layout.tsx";

/** The popup's address stands; its form is still to come. */
export function PopupPage() {
  return (
    <Main>
      <PageHeader
        heading="CSR and private key"
        lead="A new key and its signing request, made by your browser."
      />
      <EmptyState icon="csr" heading="Not built yet">
        This page is still to come. Its address will stay as it is.
      </EmptyState>
    </Main>
  );
}
