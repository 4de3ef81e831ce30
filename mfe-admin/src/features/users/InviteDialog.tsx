import { EmailAddress } from '@portal/contract'
import { FormDialog, isProblem } from '@portal/shared-ui'
import { TextField } from '@portal/shared-ui/mui'
import { useState } from 'react'
import { missingIn, noRoleAssignment, toPlacing } from './role-assignment.ts'
import { RoleAssignmentFields } from './RoleAssignmentFields.tsx'
import { t } from './texts.ts'
import { usePeopleChange } from './use-people-change.ts'
import { invitePerson } from './users.queries.ts'

/** Creates an account for a new user; `onInvited` receives their link. */
export function InviteDialog({
  onInvited,
  onClose,
}: {
  onInvited: (person: { pid: string; name: string }) => void
  onClose: () => void
}) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [place, setPlace] = useState(noRoleAssignment)
  const [wasTried, setTried] = useState(false)
  const hasName = name.trim() !== ''
  const hasEmail = EmailAddress.safeParse(email).success
  const invite = usePeopleChange(
    () => invitePerson({ name: name.trim(), email: email.trim(), ...toPlacing(place) }),
    {
      onDone: ({ pid }) => onInvited({ pid, name: name.trim() }),
      tellsFailure: true,
    },
  )
  const submit = () => {
    setTried(true)
    if (hasName && hasEmail && missingIn(place) === null) invite.mutate(undefined)
  }
  return (
    <FormDialog
      title={t('invite')}
      text={t('inviteText')}
      action={t('inviteAction')}
      isBusy={invite.isPending}
      failure={
        isProblem(invite.error, 'duplicate')
          ? t('emailTaken', { email: email.trim() })
          : (invite.error?.message ?? null)
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('name')}
        required
        autoFocus
        value={name}
        error={wasTried && !hasName}
        helperText={wasTried && !hasName ? t('nameMissing') : undefined}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label={t('email')}
        type="email"
        required
        value={email}
        error={wasTried && !hasEmail}
        helperText={wasTried && !hasEmail ? t('emailMissing') : undefined}
        onChange={({ target }) => setEmail(target.value)}
      />
      <RoleAssignmentFields place={place} onChange={setPlace} wasTried={wasTried} />
    </FormDialog>
  )
}
