import { ClientPage } from '../features/client/ClientPage.tsx'
import { ClientContacts } from '../features/people/ClientContacts.tsx'

/** A client and its contacts. */
export default function ClientWithContacts() {
  return <ClientPage people={(client) => <ClientContacts client={client} />} />
}
