import { contactRoles, canManagePeople } from '@portal/contract'
import type { AnyRecord, ContactRole, PermitPerson } from '@portal/contract'
import {
  actorAtom,
  EmptyState,
  isProblem,
  isReference,
  QueryResult,
  recordKeys,
  refreshCollection,
  Rows,
  Section,
  useNewMail,
  useShell,
} from '@portal/shared-ui'
import type { PanelProps } from '@portal/shared-ui'
import { Alert, Box, Button } from '@portal/shared-ui/mui'
import { useMutation, useQuery, useQueryClient } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { useEffect, useState } from 'react'
import { AddPersonDialog } from './AddPersonDialog.tsx'
import type { PersonToAdd } from './AddPersonDialog.tsx'
import { EditContactDialog } from './EditContactDialog.tsx'
import { PersonRow } from './PersonRow.tsx'
import {
  addPerson,
  bodyOf,
  changeRole,
  permitPeopleQuery,
  removePerson,
  saveContact,
  valuesOf,
} from './people.queries.ts'
import { t } from './texts.ts'

const toRole = (code: string): ContactRole =>
  contactRoles.find((contactRole) => contactRole === code) ?? 'OTHER'

/** A subject that begins with the permit's number, so that the message is linked to the permit. */
const subjectOf = (record: AnyRecord) =>
  [record['refNo'], record['title']].filter((each) => typeof each === 'string').join(' ')

/** The people of a permit with their roles; one click starts an email or a call. */
export function PermitPeoplePanel({ pid, record, onCount }: Pick<PanelProps, 'pid' | 'record' | 'onCount'>) {
  const actor = useAtomValue(actorAtom)
  const shell = useShell()
  const queryClient = useQueryClient()
  const query = permitPeopleQuery(pid)
  const people = useQuery(query)
  const newMail = useNewMail()
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<PermitPerson | null>(null)
  const [edited, setEdited] = useState<PermitPerson | null>(null)
  const count = people.data?.length
  useEffect(() => {
    if (count !== undefined) onCount(count)
  }, [count, onCount])

  const mayKeep = actor !== null && canManagePeople(actor)
  const client = isReference(record['org']) ? record['org'] : null
  const after = {
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: recordKeys.record('permits', pid) }),
        refreshCollection(queryClient, 'contacts'),
      ]),
  }
  const adding = {
    mutationFn: ({ name: _name, ...body }: PersonToAdd) => addPerson(pid, body),
    onSuccess: (_answer: unknown, { name }: PersonToAdd) => {
      setAdding(false)
      setRemoved(null)
      shell.toast({ title: t('added', { name }) })
    },
    ...after,
  }
  const add = useMutation(adding)
  const undo = useMutation({
    ...adding,
    onError: (error, { name }) =>
      shell.toast({ title: t('notAdded', { name }), description: error.message, colour: 'red' }),
  })
  const save = useMutation({
    mutationFn: async ({ person, role, body }: { person: PermitPerson; role: ContactRole; body: object }) => {
      const isChanged = JSON.stringify(body) !== JSON.stringify(bodyOf(valuesOf(person.contact)))
      if (isChanged) await saveContact(person.contact.pid, person.contact.version, body)
      if (role !== person.role) await changeRole(pid, person.pid, role)
    },
    onSuccess: () => {
      setEdited(null)
      shell.toast({ title: t('saved') })
    },
    ...after,
  })
  const remove = useMutation({
    mutationFn: (person: PermitPerson) => removePerson(pid, person.pid),
    onSuccess: (_answer, person) => setRemoved(person),
    onError: (error, { contact }) =>
      shell.toast({
        title: t('notRemoved', { name: contact.name }),
        description: error.message,
        colour: 'red',
      }),
    ...after,
  })
  const addButton = mayKeep && (
    <Button variant="outlined" size="small" onClick={() => setAdding(true)}>
      {t('add')}
    </Button>
  )
  const failureOf = (error: Error | null) =>
    error === null ? null : isProblem(error, 'version-conflict') ? t('stale') : error.message
  return (
    <Box sx={{ paddingTop: 4 }}>
      <Section title={t('people')} action={addButton}>
        {removed !== null && (
          <Alert
            severity="info"
            onClose={() => setRemoved(null)}
            sx={{ marginBottom: 2 }}
            action={
              <Button
                size="small"
                aria-busy={undo.isPending}
                onClick={() =>
                  undo.mutate({
                    contact: removed.contact.pid,
                    role: toRole(removed.role),
                    name: removed.contact.name,
                  })
                }
              >
                {t('undo')}
              </Button>
            }
          >
            {t('removed', { name: removed.contact.name })}
          </Alert>
        )}
        <QueryResult query={people} loading={t('loading')} failed={t('failed')}>
          {(found) =>
            found.length === 0 ? (
              <EmptyState
                title={mayKeep ? t('nobodyOnPermit') : t('nobodyForClient')}
                {...(mayKeep && { text: t('nobodyHint') })}
              />
            ) : (
              <Rows label={t('people')}>
                {found.map((person) => (
                  <PersonRow
                    key={person.pid}
                    pid={person.contact.pid}
                    role={person.role}
                    values={valuesOf(person.contact)}
                    onMail={
                      newMail === null
                        ? null
                        : () =>
                            newMail({
                              to: [{ name: person.contact.name, address: person.contact.email ?? '' }],
                              subject: subjectOf(record),
                            })
                    }
                    onEdit={mayKeep ? () => setEdited(person) : null}
                    onRemove={mayKeep ? () => remove.mutate(person) : null}
                  />
                ))}
              </Rows>
            )
          }
        </QueryResult>
      </Section>
      {isAdding && (
        <AddPersonDialog
          title={t('addTitle')}
          client={client}
          isOfClient={false}
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
          role={toRole(edited.role)}
          values={valuesOf(edited.contact)}
          isBusy={save.isPending}
          failure={failureOf(save.error)}
          onSave={(role, body) => save.mutate({ person: edited, role, body })}
          onClose={() => {
            save.reset()
            setEdited(null)
          }}
        />
      )}
    </Box>
  )
}
