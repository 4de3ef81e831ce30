import { contactRoles, canManagePeople } from '@portal/contract'
import type { AnyRecord, ContactRole, Reference } from '@portal/contract'
import {
  actorAtom,
  EmptyState,
  isProblem,
  openableList,
  QueryResult,
  RecordLink,
  refreshCollection,
  Rows,
  Section,
  useNewMail,
  userAtom,
  useShell,
} from '@portal/shared-ui'
import { Box, Button } from '@portal/shared-ui/mui'
import { useMutation, useQuery, useQueryClient } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { useEffect, useState } from 'react'
import { AddPersonDialog } from './AddPersonDialog.tsx'
import type { PersonToAdd } from './AddPersonDialog.tsx'
import { EditContactDialog } from './EditContactDialog.tsx'
import { PersonRow } from './PersonRow.tsx'
import { clientContactsQuery, makeContact, saveContact, valuesOf } from './people.queries.ts'
import { t } from './texts.ts'

const roleOf = (contact: AnyRecord): ContactRole =>
  contactRoles.find((contactRole) => contactRole === contact['role']) ?? 'OTHER'

export interface ClientContactsProps {
  client: Reference
  onCount?: (count: number) => void
}

/** The contacts of a client. Staff add and edit them; one click starts an email or a call. */
export function ClientContacts({ client, onCount }: ClientContactsProps) {
  const actor = useAtomValue(actorAtom)
  const user = useAtomValue(userAtom)
  const shell = useShell()
  const queryClient = useQueryClient()
  const contacts = useQuery(clientContactsQuery(client.pid))
  const newMail = useNewMail()
  const [isAdding, setAdding] = useState(false)
  const [edited, setEdited] = useState<AnyRecord | null>(null)
  const count = contacts.data?.metadata.count
  useEffect(() => {
    if (count !== undefined) onCount?.(count)
  }, [count, onCount])

  const mayKeep = actor !== null && canManagePeople(actor)
  const after = {
    onSettled: () => refreshCollection(queryClient, 'contacts'),
  }
  const add = useMutation({
    mutationFn: (added: PersonToAdd) =>
      makeContact({ ...('person' in added ? added.person : {}), role: added.role, org: client.pid }),
    onSuccess: (_answer, { name }) => {
      setAdding(false)
      shell.toast({ title: t('added', { name }) })
    },
    ...after,
  })
  const save = useMutation({
    mutationFn: ({ contact, role, body }: { contact: AnyRecord; role: ContactRole; body: object }) =>
      saveContact(contact.pid, contact.version, { ...body, role }),
    onSuccess: () => {
      setEdited(null)
      shell.toast({ title: t('saved') })
    },
    ...after,
  })
  const failureOf = (error: Error | null) =>
    error === null ? null : isProblem(error, 'version-conflict') ? t('stale') : error.message
  const list = openableList({ collection: 'contacts', filter: { org: client.pid } }, user)
  return (
    <>
      <Section
        title={t('people')}
        action={
          mayKeep && (
            <Button variant="outlined" size="small" onClick={() => setAdding(true)}>
              {t('addContact')}
            </Button>
          )
        }
      >
        <QueryResult query={contacts} loading={t('loading')} failed={t('failed')}>
          {({ records }) =>
            records.length === 0 ? (
              <EmptyState title={t('nobodyOfClient')} {...(mayKeep && { text: t('nobodyOfClientHint') })} />
            ) : (
              <>
                <Rows label={t('people')}>
                  {records.map((contact) => {
                    const values = valuesOf(contact)
                    return (
                      <PersonRow
                        key={contact.pid}
                        pid={contact.pid}
                        role={roleOf(contact)}
                        values={values}
                        onMail={
                          newMail === null
                            ? null
                            : () =>
                                newMail({ to: [{ name: values.name, address: values.email }], subject: '' })
                        }
                        onEdit={mayKeep ? () => setEdited(contact) : null}
                        onRemove={null}
                      />
                    )
                  })}
                </Rows>
                {list !== null && (
                  <Box sx={{ paddingTop: 2 }}>
                    <RecordLink collection="contacts" pid="" path={list}>
                      {t('allContacts')}
                    </RecordLink>
                  </Box>
                )}
              </>
            )
          }
        </QueryResult>
      </Section>
      {isAdding && (
        <AddPersonDialog
          title={t('addContact')}
          client={client}
          isOfClient
          isBusy={add.isPending}
          failure={failureOf(add.error)}
          onAdd={(added) => add.mutate(added)}
          onClose={() => {
            add.reset()
            setAdding(false)
          }}
        />
      )}
      {edited !== null && (
        <EditContactDialog
          role={roleOf(edited)}
          values={valuesOf(edited)}
          isBusy={save.isPending}
          failure={failureOf(save.error)}
          onSave={(role, body) => save.mutate({ contact: edited, role, body })}
          onClose={() => {
            save.reset()
            setEdited(null)
          }}
        />
      )}
    </>
  )
}
