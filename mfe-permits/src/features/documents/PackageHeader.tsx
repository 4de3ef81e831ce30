import type { DrawerTab, AvailableTransition } from '@portal/contract'
import {
  QueryResult,
  Facts,
  RecordLink,
  Section,
  StatusChip,
  StepButtons,
  dateTimeTooltip,
  formatDateTime,
  isReference,
  optionOf,
  useDeclarations,
} from '@portal/shared-ui'
import { Box } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useState } from 'react'
import { Reason } from '../../parts/Reason.tsx'
import { WaysToSubmit } from '../../parts/WaysToSubmit.tsx'
import { SignOff } from '../../sign-off/SignOff.tsx'
import { StepDialog } from '../../steps/StepDialog.tsx'
import { transitionsQuery } from '../../steps/steps.queries.ts'
import type { Package } from './package.queries.ts'
import { t } from './texts.ts'

/** The transitions of a package that are offered beside its documents. */
const forward: readonly string[] = ['READY', 'SUBMITTED']
const outOfBlock: readonly string[] = ['CHECKING', 'COLLECTING']
/** The blocker of a package that is ready and lacks what its permit asks for since. */
const askedSince = 'documents-asked-since'
const isOutdated = (steps: readonly AvailableTransition[]) =>
  steps.some(({ blockers = [] }) => blockers.some(({ code }) => code === askedSince))
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

interface ForwardProps {
  isBlocked: boolean
  offered: readonly AvailableTransition[]
  tabs: readonly DrawerTab[]
  onStep: (step: AvailableTransition) => void
}

/**
 * What a package still needs, or its next transition; for a blocked package, the transitions out of the
 * block.
 */
function Forward({ isBlocked, offered, tabs, onStep }: ForwardProps) {
  if (isBlocked)
    return (
      <Section title={t('blocked')}>
        <Box sx={{ paddingBottom: 3 }}>{t('blockedText')}</Box>
        <StepButtons steps={offered} onStep={onStep} />
      </Section>
    )
  const next = offered.find(({ to }) => to === 'READY') ?? offered.find(({ to }) => to === 'SUBMITTED')
  const missing = next?.whyNot ?? []
  return (
    <>
      {missing.length > 0 && (
        <Section title={t('stillMissing')}>
          <Box component="ul" sx={{ margin: 0, paddingInlineStart: 5 }}>
            {missing.map((reason, index) => (
              <li key={reason}>
                <Reason reason={reason} tab={next?.blockers?.[index]?.tab ?? null} tabs={tabs} />
              </li>
            ))}
          </Box>
        </Section>
      )}
      <StepButtons steps={offered} variant="contained" onStep={onStep} />
    </>
  )
}

interface PackageHeaderProps {
  pack: Package
  mayStep: boolean
  /** Whether it is shown in the package's own drawer, which already names the package but not the permit. */
  isOwn: boolean
}

/**
 * The package (or its permit) and its status, what was sent of it, and what it still needs or its next
 * transition.
 */
export function PackageHeader({ pack, mayStep, isOwn }: PackageHeaderProps) {
  const { record } = pack
  const { permit } = record
  const declaration = useDeclarations()('rts')
  const steps = useQuery({ ...transitionsQuery('rts', pack.pid, record.version), enabled: mayStep })
  const [step, setStep] = useState<AvailableTransition | null>(null)
  // Reasons that are resolved on this tab need no link.
  const tabs = (declaration?.tabs ?? []).filter((tab) => tab !== 'Documents')
  const status = optionOf(declaration?.fields['status'], record['status'])
  const submittedAt = textOf(record['submittedAt'])
  const isBlocked = record['status'] === 'BLOCKED'
  const frozen = Array.isArray(record['frozenFiles']) ? record['frozenFiles'].length : 0
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <Facts
        facts={[
          [
            t('permit'),
            isOwn && isReference(permit) && (
              <RecordLink collection="permits" pid={permit.pid}>
                {permit.title ?? ''}
              </RecordLink>
            ),
          ],
          [
            t('of'),
            !isOwn && (
              <Box key="package" sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
                <RecordLink collection="rts" pid={pack.pid}>
                  {pack.number}
                </RecordLink>
                {status !== undefined && (
                  <StatusChip
                    label={status.label}
                    {...(status.colour && { colour: status.colour })}
                    {...(status.symbol && { symbol: status.symbol })}
                  />
                )}
              </Box>
            ),
          ],
          [
            t('submitted'),
            submittedAt !== null && (
              <time dateTime={submittedAt} title={dateTimeTooltip(submittedAt)}>
                {formatDateTime(submittedAt)}
              </time>
            ),
          ],
          [t('confirmation'), textOf(record['confirmationNo'])],
          [t('frozenFiles'), submittedAt !== null && t('files', { count: frozen })],
          [t('hash'), textOf(record['manifestHash'])],
        ]}
      />
      <SignOff key={pack.pid} record={record} />
      {submittedAt === null && record['status'] !== 'CANCELLED' && <WaysToSubmit record={record} />}
      <QueryResult query={steps} loading={null} failed={t('stepsFailed')}>
        {({ transitions }) => {
          const isOffered = ({ to }: AvailableTransition) =>
            isBlocked
              ? outOfBlock.includes(to)
              : forward.includes(to) || (to === 'COLLECTING' && isOutdated(transitions))
          return (
            <Forward
              isBlocked={isBlocked}
              offered={transitions.filter(isOffered)}
              tabs={tabs}
              onStep={setStep}
            />
          )
        }}
      </QueryResult>
      {step !== null && (
        <StepDialog
          step={step}
          collection="rts"
          pid={pack.pid}
          title={pack.number}
          record={record}
          onClose={() => setStep(null)}
        />
      )}
    </Box>
  )
}
