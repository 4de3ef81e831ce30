import { useLayoutEffect, useRef, useState } from 'react'
import { labelOfCode, pipelineStages, screenLabel } from '@portal/contract'
import type { PermitStatus } from '@portal/contract'
import { StatusChip } from '@portal/shared-ui'
import { Box, ButtonBase, Typography } from '@portal/shared-ui/mui'
import { t } from '../../texts.ts'
import { arrowPath } from './arrows.ts'
import { formatTransitions, labelOf } from './format-map.ts'

const columnStyle = {
  padding: 3,
  paddingInlineStart: 2,
  display: 'grid',
  gap: 3,
  alignContent: 'start',
  borderLeft: 1,
  borderColor: 'divider',
  '&:first-of-type': { borderLeft: 0 },
} as const
const acrossStyle = {
  padding: 3,
  gridColumn: '1 / -1',
  display: 'flex',
  gap: 4,
  alignItems: 'center',
  borderTop: 1,
  borderColor: 'divider',
} as const

/** Stages in order, one column each; statuses that keep their stage (on hold) are in a row below. */
const partsOf = (all: readonly PermitStatus[]) =>
  [...pipelineStages, null].map((stage) => ({
    key: stage ?? 'ANY',
    heading: stage === null ? t('anyStage') : screenLabel(labelOfCode(stage)),
    style: stage === null ? acrossStyle : columnStyle,
    statuses: all.filter((status) => status.stage === stage),
  }))

/** Distance from the widest status of a column to its lane in px, within the column's padding. */
const laneGap = 9

interface Arrow {
  to: string
  path: string
}

/** The arrows from one status, measured on screen; measured again when the diagram is resized. */
function useArrows(statuses: readonly PermitStatus[], from: PermitStatus | null) {
  const picture = useRef<HTMLDivElement>(null)
  const [arrows, setArrows] = useState<readonly Arrow[]>([])
  useLayoutEffect(() => {
    const element = picture.current
    if (element === null) return
    const measure = () => {
      const origin = element.getBoundingClientRect()
      const boxOf = (key: string) => {
        const found = element.querySelector(`[data-status="${key}"]`)?.getBoundingClientRect()
        return (
          found && {
            left: found.left - origin.left,
            top: found.top - origin.top,
            width: found.width,
            height: found.height,
          }
        )
      }
      const start = from === null ? undefined : boxOf(from.key)
      const besides = statuses
        .filter((status) => status.stage === from?.stage)
        .map((status) => boxOf(status.key))
      const lane = Math.max(...besides.map((box) => (box === undefined ? 0 : box.left + box.width))) + laneGap
      const ends = (from?.next ?? []).map(({ to }) => ({ to, box: boxOf(to) }))
      setArrows(
        start === undefined
          ? []
          : ends.flatMap(({ to, box }) =>
              box === undefined ? [] : [{ to, path: arrowPath(start, box, lane) }],
            ),
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [statuses, from])
  return { picture, arrows }
}

interface StateButtonProps {
  status: PermitStatus
  isKept: boolean
  isPale: boolean
  onLook(key: string | null): void
  onKeep(): void
}

function StateButton({ status, isKept, isPale, onLook, onKeep }: StateButtonProps) {
  return (
    <ButtonBase
      data-status={status.key}
      aria-pressed={isKept}
      onClick={onKeep}
      onMouseEnter={() => onLook(status.key)}
      onMouseLeave={() => onLook(null)}
      onFocus={() => onLook(status.key)}
      onBlur={() => onLook(null)}
      sx={{
        font: 'inherit',
        justifyContent: 'flex-start',
        borderRadius: 1,
        // The columns give way before a name is cut off.
        width: 'max-content',
        maxWidth: 184,
        opacity: isPale ? 0.45 : 1,
        outlineOffset: 1,
        minHeight: 24,
      }}
    >
      <StatusChip label={labelOf(status)} colour={status.colour} symbol={status.icon} />
    </ButtonBase>
  )
}

/**
 * The statuses in columns by stage. Hovering or focusing a status shows its arrows and dims the statuses it
 * does not lead to; clicking keeps them.
 */
export function StatusMapPicture({ statuses: all }: { statuses: readonly PermitStatus[] }) {
  const [looked, setLooked] = useState<string | null>(null)
  const [kept, setKept] = useState<string | null>(null)
  const shown = all.find((status) => status.key === (looked ?? kept)) ?? null
  const { picture, arrows } = useArrows(all, shown)
  const isPale = (key: string) =>
    shown !== null && key !== shown.key && !shown.next.some((step) => step.to === key)
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, backgroundColor: 'background.paper' }}>
      <Box sx={{ overflowX: 'auto' }}>
        <Box
          ref={picture}
          sx={{
            position: 'relative',
            display: 'grid',
            gridTemplateColumns: 'repeat(6, auto)',
            minWidth: 'min-content',
          }}
        >
          {partsOf(all).map(({ key, heading, style, statuses }) => (
            <Box key={key} component="section" aria-label={heading} sx={style}>
              <Typography variant="h4" component="h3" sx={{ color: 'text.secondary' }}>
                {heading}
              </Typography>
              <Box
                component="ul"
                sx={{
                  margin: 0,
                  padding: 0,
                  listStyle: 'none',
                  display: 'grid',
                  gap: 3,
                  justifyItems: 'start',
                }}
              >
                {statuses.map((status) => (
                  <li key={status.key}>
                    <StateButton
                      status={status}
                      isKept={kept === status.key}
                      isPale={isPale(status.key)}
                      onLook={setLooked}
                      onKeep={() => setKept(kept === status.key ? null : status.key)}
                    />
                  </li>
                ))}
              </Box>
            </Box>
          ))}
          <Box
            component="svg"
            aria-hidden
            sx={{
              position: 'absolute',
              inset: 0,
              width: '100%',
              height: '100%',
              pointerEvents: 'none',
              color: 'primary.main',
            }}
          >
            <defs>
              <marker
                id="status-map-arrow"
                viewBox="0 0 8 8"
                refX="7"
                refY="4"
                markerWidth="7"
                markerHeight="7"
                orient="auto"
              >
                <path d="M0 0L8 4L0 8Z" fill="currentColor" />
              </marker>
            </defs>
            {arrows.map(({ to, path }) => (
              <path
                key={to}
                d={path}
                fill="none"
                stroke="currentColor"
                strokeWidth={1.5}
                markerEnd="url(#status-map-arrow)"
              />
            ))}
          </Box>
        </Box>
      </Box>
      <Typography
        component="output"
        sx={{
          display: 'block',
          padding: 3,
          borderTop: 1,
          borderColor: 'divider',
          color: 'text.secondary',
          minHeight: 44,
        }}
      >
        {shown === null ? t('mapHint') : formatTransitions(all, shown)}
      </Typography>
    </Box>
  )
}
