import type { LoadOverview } from '@portal/contract'
import { Row, Rows, formatDateTime } from '@portal/shared-ui'
import { Typography } from '@portal/shared-ui/mui'
import { useId } from 'react'
import { moduleName } from '../../../words/names.ts'
import { t } from './texts.ts'

type PageError = LoadOverview['pageErrors'][number]

/**
 * A failure while a module was loaded, or an error afterwards, with its place in the source if that is known.
 */
export type AnyFailure = LoadOverview['errors'][number] | (PageError & { source?: string | null })

interface FailureProps {
  failure: AnyFailure
}

const placeOf = ({ place, source }: { place: string; source?: string | null }) => {
  const known = source ?? place
  return known === '' ? [] : [known]
}

/** Where it failed: while it was opened, or what it did afterwards and in which script. */
const whereIn = (failure: AnyFailure) =>
  'phase' in failure
    ? [t('where', { phase: t(`phase_${failure.phase}`) })]
    : [t(`kind_${failure.kind}`), ...placeOf(failure)]

function Failure({ failure }: FailureProps) {
  const { remote, version, owner, path, count, lastAt, message } = failure
  const id = useId()
  return (
    <Row
      titleId={id}
      title={moduleName(remote)}
      mark={<Typography component="span">{version ?? t('unknownVersion')}</Typography>}
      facts={[
        t('ownedBy', { owner }),
        ...whereIn(failure),
        path,
        t('times', { count }),
        t('lastAt', { at: formatDateTime(lastAt) }),
      ]}
      note={<Typography sx={{ paddingTop: 1, overflowWrap: 'anywhere' }}>{message}</Typography>}
    />
  )
}

interface FailuresProps {
  heading: string
  /** Said when there are none. */
  none?: string
  failures: readonly AnyFailure[]
  /** Whether it stands below a heading of its own kind. */
  isPart?: boolean
}

/** A list of failures, or that there are none. */
export function Failures({ heading, none, failures, isPart = false }: FailuresProps) {
  return (
    <>
      <Typography
        variant={isPart ? 'subtitle2' : 'h2'}
        component={isPart ? 'h4' : 'h2'}
        sx={{ paddingBlock: '16px 8px' }}
      >
        {heading}
      </Typography>
      {failures.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>{none}</Typography>
      ) : (
        <Rows label={heading}>
          {failures.map((failure) => (
            <Failure
              key={[failure.remote, failure.version, ...whereIn(failure), failure.message].join(' ')}
              failure={failure}
            />
          ))}
        </Rows>
      )}
    </>
  )
}
