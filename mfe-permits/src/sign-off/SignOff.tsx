import { clientSignOffOf, isStaff } from '@portal/contract'
import type {
  AnyRecord,
  ClientSignOff,
  ColourToken,
  SignOffAction,
  SignOffOffer,
  SymbolName,
} from '@portal/contract'
import {
  actorAtom,
  formatDateTime,
  isReference,
  QueryResult,
  ReasonDialog,
  refreshRecordsAndSteps,
  Section,
  StatusChip,
  useShell,
} from '@portal/shared-ui'
import { Box, Button } from '@portal/shared-ui/mui'
import { useMutation, useQueryClient } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { signOff, useSignOff } from './sign-off.queries.ts'
import { t } from './texts.ts'

interface Look {
  label: string
  colour: ColourToken
  symbol: SymbolName
}

const clientLooks: Readonly<Record<ClientSignOff, Omit<Look, 'label'>>> = {
  NOT_ASKED: { colour: 'grey', symbol: 'minus' },
  ASKED: { colour: 'amber', symbol: 'clock' },
  APPROVED: { colour: 'green', symbol: 'check' },
  RETURNED: { colour: 'orange', symbol: 'refresh' },
}

const momentOf = (value: unknown) => (typeof value === 'string' ? formatDateTime(value) : '')
const nameOf = (value: unknown) => (isReference(value) ? (value.title ?? '') : '')

/** The state of the verification. */
function verificationOf(record: AnyRecord, isNeeded: boolean): { look: Look; told: string | null } {
  if (!record['verifiedBy']) {
    const look: Look = isNeeded
      ? { label: t('secondPerson'), colour: 'amber', symbol: 'alert' }
      : { label: t('notVerified'), colour: 'grey', symbol: 'circle' }
    return { look, told: null }
  }
  const told = t('verifiedBy', { name: nameOf(record['verifiedBy']), when: momentOf(record['verifiedAt']) })
  if (isNeeded) return { look: { label: t('secondPerson'), colour: 'amber', symbol: 'alert' }, told }
  return { look: { label: t('verified'), colour: 'green', symbol: 'check' }, told }
}

function toldOfClient(record: AnyRecord, client: ClientSignOff): string | null {
  switch (client) {
    case 'NOT_ASKED':
      return null
    case 'ASKED':
      return t('asked', { when: momentOf(record['clientAskedAt']) })
    case 'APPROVED':
      return t('approved', {
        name: nameOf(record['clientApprovedBy']),
        when: momentOf(record['clientApprovedAt']),
      })
    case 'RETURNED':
      return t('returned', { when: momentOf(record['clientReturnedAt']) })
  }
}

/**
 * Time when the contents changed after the client was asked and before they approved; null when they did not
 * change.
 */
function changedSinceAsked(record: AnyRecord, client: ClientSignOff): string | null {
  const [asked, changed] = [record['clientAskedAt'], record['contentsChangedAt']]
  const isOpen = client === 'ASKED' || client === 'RETURNED'
  return isOpen && typeof asked === 'string' && typeof changed === 'string' && changed > asked
    ? changed
    : null
}

interface SignatureProps {
  name: string
  look: Look
  told: string | null
  offers: readonly SignOffOffer[]
  busy: SignOffAction | null
  onAct: (offer: SignOffOffer) => void
  children?: ReactNode
}

/** One signature: its state and date, and the viewer's actions or the reason why there are none. */
function Signature({ name, look, told, offers, busy, onAct, children }: SignatureProps) {
  return (
    <Box component="li" sx={{ paddingY: 3, borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 2 }}>
        <Box sx={{ fontWeight: 500, flexGrow: 1 }}>{name}</Box>
        <StatusChip {...look} />
      </Box>
      {told !== null && <Box sx={{ color: 'text.secondary', paddingTop: 1 }}>{told}</Box>}
      {children}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, '&:not(:empty)': { paddingTop: 2 } }}>
        {offers
          .filter(({ allowed }) => allowed)
          .map((offer) => (
            <Button
              key={offer.act}
              size="small"
              variant={offer.act === 'APPROVE' ? 'contained' : 'outlined'}
              loading={busy === offer.act}
              disabled={busy !== null}
              onClick={() => onAct(offer)}
            >
              {offer.label}
            </Button>
          ))}
      </Box>
      {[...new Set(offers.flatMap(({ whyNot }) => whyNot))].map((reason) => (
        <Box key={reason} sx={{ color: 'text.secondary', paddingTop: 1 }}>
          {reason}
        </Box>
      ))}
    </Box>
  )
}

/**
 * Runs a sign-off action. It affects the permit too, so everything shown is reloaded, even after a refusal.
 */
function useAct(record: AnyRecord, onDone: () => void) {
  const shell = useShell()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ act, reason }: { act: SignOffAction; reason?: string }) =>
      signOff(record.pid, { act, version: record.version, ...(reason !== undefined && { reason }) }),
    onSuccess: (_answer, { act }) => {
      shell.toast({ title: t(`done_${act}`) })
      onDone()
    },
    onError: ({ message }, { reason }) => {
      if (reason === undefined) shell.toast({ title: t('notDone'), description: message, colour: 'red' })
    },
    onSettled: () => refreshRecordsAndSteps(queryClient),
  })
}

interface SignaturesProps {
  record: AnyRecord
  bySecondPerson: boolean
  acts: readonly SignOffOffer[]
}

function Signatures({ record, bySecondPerson, acts }: SignaturesProps) {
  const actor = useAtomValue(actorAtom)
  const [returning, setReturning] = useState<SignOffOffer | null>(null)
  const place = useRef<HTMLUListElement>(null)
  const change = useAct(record, () => setReturning(null))
  const offered = acts.map(({ act }) => act).join()
  const hasActed = change.isSuccess
  useEffect(() => {
    if (!hasActed) return
    // The clicked button disappears with its focus. A closing dialog restores its own focus first.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) place.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [offered, hasActed])
  const isOffice = actor !== null && isStaff(actor.role)
  const client = clientSignOffOf(record)
  const changed = changedSinceAsked(record, client)
  const verification = verificationOf(record, bySecondPerson && acts.some(({ act }) => act === 'VERIFY'))
  const isMine = (act: SignOffAction) => act === 'VERIFY' || act === 'WITHDRAW'
  const rest = {
    busy: change.isPending ? change.variables.act : null,
    onAct: (offer: SignOffOffer) => {
      // Why an earlier action was refused does not belong to this one.
      change.reset()
      if (offer.asksReason) setReturning(offer)
      else change.mutate({ act: offer.act })
    },
  }
  return (
    <Section title={t(isOffice ? 'title' : 'clientTitle')}>
      <Box
        component="ul"
        ref={place}
        tabIndex={-1}
        sx={{ margin: 0, padding: 0, listStyle: 'none', outline: 'none' }}
      >
        {isOffice && (
          <Signature
            name={t('verification')}
            {...verification}
            {...rest}
            offers={acts.filter(({ act }) => isMine(act))}
          />
        )}
        <Signature
          name={t(isOffice ? 'approval' : 'yours')}
          look={{
            ...clientLooks[client],
            label: t(!isOffice && client === 'ASKED' ? 'yours_ASKED' : `client_${client}`),
          }}
          told={toldOfClient(record, client)}
          {...rest}
          offers={acts.filter(({ act }) => !isMine(act))}
        >
          {typeof record['clientReturnReason'] === 'string' && (
            <Box sx={{ paddingTop: 1, overflowWrap: 'anywhere' }}>{record['clientReturnReason']}</Box>
          )}
          {changed !== null && (
            <Box sx={{ paddingTop: 1 }}>
              {t(isOffice ? 'changedSince' : 'yours_changedSince', { when: momentOf(changed) })}
            </Box>
          )}
          {!isOffice && client === 'ASKED' && <Box sx={{ paddingTop: 1 }}>{t('look')}</Box>}
        </Signature>
      </Box>
      {returning !== null && (
        <ReasonDialog
          title={returning.label}
          text={t('returnText')}
          action={returning.label}
          isBusy={change.isPending}
          failure={change.error?.message ?? null}
          onReason={(reason) => change.mutate({ act: returning.act, reason })}
          onClose={() => setReturning(null)}
        />
      )}
    </Section>
  )
}

/**
 * The sign-off of a submission package and the viewer's actions. A client who is not asked sees nothing.
 * Source: domain.md 1.9.
 */
export function SignOff({ record }: { record: AnyRecord }) {
  const actor = useAtomValue(actorAtom)
  const query = useSignOff(record.pid, record.version)
  if (actor === null || (!isStaff(actor.role) && clientSignOffOf(record) === 'NOT_ASKED')) return null
  return (
    <QueryResult query={query} loading={t('loading')} failed={t('failed')}>
      {(result) => <Signatures record={record} {...result} />}
    </QueryResult>
  )
}
