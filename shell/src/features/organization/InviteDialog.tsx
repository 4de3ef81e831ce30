import { NewOrganizationPerson, assignableOrgRoles } from '@portal/contract'
import { FormDialog } from '@portal/shared-ui'
import { MenuItem, TextField } from '@portal/shared-ui/mui'
import { useState } from 'react'
import { invitePerson } from './people.queries.ts'
import { t } from './texts.ts'
import { usePeopleChange } from './use-people-change.ts'

/** Creates an account for a member of the organization; `onInvited` receives the invitation link. */
export function InviteDialog({
  onInvited,
  onClose,
}: {
  onInvited: (link: string) => void
  onClose: () => void
}) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [orgRole, setOrgRole] = useState<(typeof assignableOrgRoles)[number]>('MEMBER')
  const [wasTried, setTried] = useState(false)
  const wanted = NewOrganizationPerson.safeParse({ name, email: email.trim(), orgRole })
  const wrong = new Set(wanted.error?.issues.map(({ path }) => path[0]))
  const invite = usePeopleChange(invitePerson, { onDone: ({ link }) => onInvited(link), tellsFailure: true })
  const submit = () => {
    setTried(true)
    if (wanted.success) invite.mutate(wanted.data)
  }
  const problem = (field: 'name' | 'email') => wasTried && wrong.has(field)
  return (
    <FormDialog
      title={t('invite')}
      text={t('inviteText')}
      action={t('send')}
      isBusy={invite.isPending}
      failure={invite.error?.message ?? null}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('name')}
        required
        autoFocus
        value={name}
        error={problem('name')}
        helperText={problem('name') ? t('nameMissing') : undefined}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label={t('email')}
        type="email"
        required
        value={email}
        error={problem('email')}
        helperText={problem('email') ? t('emailMissing') : undefined}
        onChange={({ target }) => setEmail(target.value)}
      />
      <TextField
        select
        label={t('position')}
        value={orgRole}
        helperText={t(`hint_${orgRole}`)}
        onChange={({ target }) =>
          setOrgRole(assignableOrgRoles.find((known) => known === target.value) ?? 'VIEWER')
        }
      >
        {assignableOrgRoles.map((assignableOrgRole) => (
          <MenuItem key={assignableOrgRole} value={assignableOrgRole}>
            {t(assignableOrgRole)}
          </MenuItem>
        ))}
      </TextField>
    </FormDialog>
  )
}
