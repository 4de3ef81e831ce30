import type { DeployToken } from '@portal/contract'
import { RemoteName, maxTokenDays, remoteNames } from '@portal/contract'
import {
  ConfirmDialog,
  FormDialog,
  Row,
  Rows,
  ShownOnceDialog,
  StatusChip,
  formatDateTime,
  roleAtom,
} from '@portal/shared-ui'
import { Autocomplete, Button, Checkbox, FormControlLabel, TextField } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { useId, useState } from 'react'
import { LoadedList } from '../../../parts/LoadedList.tsx'
import { moduleName } from '../../../words/names.ts'
import { makeToken, revokeToken, tokensQuery } from './modules.queries.ts'
import { t } from './texts.ts'
import { useDeploying } from './use-deploying.ts'

/** The error in the input for a new token, or null. */
function problemOf(remote: string, label: string, days: string): string | null {
  if (label.trim() === '') return t('labelMissing')
  if (!RemoteName.safeParse(remote).success) return t('remoteWrong')
  return /^\d{1,2}$/.test(days.trim()) && Number(days) >= 1 && Number(days) <= maxTokenDays
    ? null
    : t('daysWrong', { count: maxTokenDays })
}

/** Asks for the module and the name of a token, then shows the token once. */
function NewToken({ onClose }: { onClose: () => void }) {
  const [remote, setRemote] = useState<string>(remoteNames[0])
  const [days, setDays] = useState(String(maxTokenDays))
  const [uploadsOnly, setUploadsOnly] = useState(false)
  const mayAdmin = useAtomValue(roleAtom) === 'superadmin'
  const [label, setLabel] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const make = useDeploying(makeToken, { done: () => t('tokenMade'), failed: t('tokenNotMade') })
  const made = make.data
  const submit = () => {
    const found = problemOf(remote, label, days)
    setProblem(found)
    if (found === null)
      make.mutate({
        remote,
        label: label.trim(),
        scope: uploadsOnly ? 'upload' : 'deploy',
        expiresInDays: Number(days),
      })
  }
  if (made !== undefined) {
    const shown = {
      title: t('tokenFor', { name: moduleName(remote) }),
      text: t('tokenOnce'),
      label: t('token'),
      value: made.token,
    }
    return <ShownOnceDialog {...shown} copyWords={t('copyToken')} onClose={onClose} />
  }
  return (
    <FormDialog
      title={t('newToken')}
      text={t('newTokenText')}
      action={t('makeToken')}
      isBusy={make.isPending}
      failure={problem ?? make.error?.message ?? null}
      onSubmit={submit}
      onClose={onClose}
    >
      <Autocomplete
        freeSolo
        disableClearable
        options={remoteNames.filter((name) => mayAdmin || name !== 'admin')}
        // All modules are offered, whatever was typed: the list is short, and a new remote is not in it.
        filterOptions={(all) => all}
        inputValue={remote}
        onInputChange={(_event, typed) => setRemote(typed.trim())}
        renderInput={(params) => <TextField {...params} label={t('module')} helperText={t('remoteHint')} />}
      />
      <TextField
        label={t('label')}
        value={label}
        onChange={(event) => setLabel(event.target.value)}
        autoFocus
      />
      <TextField
        label={t('expiresIn')}
        value={days}
        onChange={(event) => setDays(event.target.value)}
        helperText={t('expiresInHint', { count: maxTokenDays })}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
      <FormControlLabel
        control={<Checkbox checked={uploadsOnly} onChange={(_event, checked) => setUploadsOnly(checked)} />}
        label={t('uploadsOnly')}
      />
    </FormDialog>
  )
}

/** Why a token is no longer valid. */
function endWords({ ended, revokedAt, expiresAt }: DeployToken): string {
  if (ended === 'revoked') return t('revoked', { at: formatDateTime(revokedAt ?? '') })
  return ended === 'expired' ? t('expired', { at: formatDateTime(expiresAt) }) : t('makerLeft')
}

function TokenRow({ token, onRevoke }: { token: DeployToken; onRevoke?: () => void }) {
  const id = useId()
  const facts = [
    moduleName(token.remote),
    ...(token.scope === 'upload' ? [t('uploadsOnly')] : []),
    ...(token.ended === null ? [t('expiresOn', { at: formatDateTime(token.expiresAt) })] : []),
    t('madeBy', { at: formatDateTime(token.createdAt), by: token.createdBy }),
    token.lastUsedAt === null ? t('neverUsed') : t('lastUsed', { at: formatDateTime(token.lastUsedAt) }),
  ]
  return (
    <Row
      titleId={id}
      title={token.label}
      mark={token.ended !== null && <StatusChip label={endWords(token)} colour="slate" symbol="cross" />}
      facts={facts}
    >
      {onRevoke !== undefined && (
        <Button size="small" variant="outlined" color="error" aria-describedby={id} onClick={onRevoke}>
          {t('revoke')}
        </Button>
      )}
    </Row>
  )
}

/** Deploy tokens: each allows a team's pipeline to deploy one module, is shown once and can be revoked. */
export function Tokens() {
  const query = useQuery(tokensQuery())
  const [isMaking, setMaking] = useState(false)
  const [leaving, setLeaving] = useState<DeployToken | null>(null)
  const [showsRevoked, setShowsRevoked] = useState(false)
  const revoked = query.data?.tokens.filter(({ ended }) => ended !== null) ?? []
  const revoke = useDeploying(revokeToken, { done: () => t('tokenRevoked'), failed: t('tokenNotRevoked') })
  return (
    <>
      <LoadedList
        label={t('tokens')}
        text={t('tokensText')}
        action={
          <Button variant="outlined" onClick={() => setMaking(true)}>
            {t('newToken')}
          </Button>
        }
        query={query}
        failed={t('tokensFailed')}
        itemsOf={({ tokens }) => tokens.filter(({ ended }) => ended === null)}
        empty={t(revoked.length === 0 ? 'noTokens' : 'noOpenTokens')}
      >
        {(token) => <TokenRow key={token.pid} token={token} onRevoke={() => setLeaving(token)} />}
      </LoadedList>
      {revoked.length > 0 && (
        <>
          <Button
            size="small"
            aria-expanded={showsRevoked}
            onClick={() => setShowsRevoked(!showsRevoked)}
            sx={{ marginBlock: 2 }}
          >
            {t('revokedTokens', { count: revoked.length })}
          </Button>
          {showsRevoked && (
            <Rows label={t('revokedTokens', { count: revoked.length })}>
              {revoked.map((token) => (
                <TokenRow key={token.pid} token={token} />
              ))}
            </Rows>
          )}
        </>
      )}
      {isMaking && <NewToken onClose={() => setMaking(false)} />}
      {leaving !== null && (
        <ConfirmDialog
          title={t('revokeTitle', { label: leaving.label })}
          text={t('revokeText')}
          yes={t('revoke')}
          onNo={() => setLeaving(null)}
          onYes={() => {
            setLeaving(null)
            revoke.mutate(leaving.pid)
          }}
        />
      )}
    </>
  )
}
