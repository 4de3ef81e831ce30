import { labelOfCode, screenLabel } from '@portal/contract'
import type { Declaration, StageOfPermit } from '@portal/contract'
import { formatDuration, formatMomentDay } from '@portal/shared-ui'
import { Box } from '@portal/shared-ui/mui'
import { Visits } from './Visits.tsx'
import { t } from './texts.ts'

type StageState = 'done' | 'now' | 'ahead' | 'notPassed'

function standingOf(stages: readonly StageOfPermit[], place: number): StageState {
  const stage = stages[place]
  if (stage?.isNow === true) return 'now'
  if (stage !== undefined && stage.visits.length > 0) return 'done'
  return place > stages.findIndex(({ isNow }) => isNow) ? 'ahead' : 'notPassed'
}

const marks: Readonly<Record<StageState, object>> = {
  done: { backgroundColor: 'primary.main', borderColor: 'primary.main' },
  now: { backgroundColor: 'portal.surface', borderColor: 'primary.main' },
  ahead: { backgroundColor: 'portal.surface', borderColor: 'portal.edge' },
  notPassed: { backgroundColor: 'portal.surface', borderColor: 'portal.edge', borderStyle: 'dashed' },
}

function datesOf({ visits, isNow }: StageOfPermit): string {
  const first = visits[0]?.since
  const last = visits.at(-1)?.until ?? null
  if (first === undefined) return ''
  const from = formatMomentDay(first)
  if (isNow || last === null) return t('since', { day: from })
  const until = formatMomentDay(last)
  return from === until ? from : t('between', { from, until })
}

/**
 * The stages of a permit from intake to decision as a stepper: completed ones with dates and durations, the
 * current one, and the remaining ones.
 */
export function Stages({
  declaration,
  stages,
}: {
  declaration: Declaration
  stages: readonly StageOfPermit[]
}) {
  return (
    <Box component="ol" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {stages.map((stage, index) => {
        const standing = standingOf(stages, index)
        const isLast = index === stages.length - 1
        const label =
          declaration.fields['pipelineStage']?.options?.find(({ code }) => code === stage.stage)?.label ??
          screenLabel(labelOfCode(stage.stage))
        return (
          <Box
            component="li"
            key={stage.stage}
            {...(standing === 'now' && { 'aria-current': 'step' as const })}
            sx={{
              position: 'relative',
              paddingInlineStart: 8,
              paddingBottom: isLast ? 0 : 5,
              color: standing === 'ahead' || standing === 'notPassed' ? 'text.secondary' : 'text.primary',
              '&::before': isLast
                ? {}
                : {
                    content: '""',
                    position: 'absolute',
                    left: 7,
                    top: 16,
                    bottom: -4,
                    borderLeft: 2,
                    borderColor: standing === 'done' ? 'primary.main' : 'divider',
                  },
            }}
          >
            <Box
              aria-hidden
              sx={{
                position: 'absolute',
                left: 0,
                top: 2,
                width: 16,
                height: 16,
                borderRadius: '50%',
                border: 2,
                ...marks[standing],
              }}
            />
            <Box
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                columnGap: 3,
                alignItems: 'baseline',
                justifyContent: 'space-between',
              }}
            >
              <Box
                component="h4"
                sx={{ margin: 0, font: 'inherit', fontWeight: standing === 'now' ? 650 : 550 }}
              >
                {label}
                <Box
                  component="span"
                  sx={{ fontWeight: 400, color: 'text.secondary' }}
                >{` · ${t(standing)}`}</Box>
              </Box>
              {stage.visits.length > 0 && (
                <Box sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
                  {datesOf(stage)}
                  {stage.ms > 0 && ` · ${formatDuration(stage.ms / 1_000)}`}
                </Box>
              )}
            </Box>
            {stage.visits.length > 0 && (
              <Box sx={{ paddingTop: 2 }}>
                <Visits declaration={declaration} visits={stage.visits} />
              </Box>
            )}
          </Box>
        )
      })}
    </Box>
  )
}
