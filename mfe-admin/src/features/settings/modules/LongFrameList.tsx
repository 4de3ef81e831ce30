import type { RemoteHealth } from '@portal/contract'
import { Row, Rows, formatDateTime, formatNumber } from '@portal/shared-ui'
import { Typography } from '@portal/shared-ui/mui'
import { useId } from 'react'
import { t } from './page-texts.ts'

type Frame = RemoteHealth['longFrames'][number]

const ms = (value: number) => t('ms', { ms: formatNumber(value) })

function FrameRow({
  frame: { version, place, source, count, totalMs, longestMs, lastAt },
}: {
  frame: Frame
}) {
  const id = useId()
  return (
    <Row
      titleId={id}
      title={
        <Typography sx={{ overflowWrap: 'anywhere', fontWeight: 'inherit' }}>{source ?? place}</Typography>
      }
      facts={[
        version,
        t('frames', { count, total: ms(totalMs) }),
        t('longest', { longest: ms(longestMs) }),
        t('lastAt', { at: formatDateTime(lastAt) }),
      ]}
    />
  )
}

/** Places in the code of a module that kept pages busy. */
export function LongFrameList({ frames }: { frames: readonly Frame[] }) {
  if (frames.length === 0)
    return <Typography sx={{ color: 'text.secondary' }}>{t('noLongFrames')}</Typography>
  return (
    <Rows label={t('longFrames')}>
      {frames.map((frame) => (
        <FrameRow key={`${frame.version} ${frame.place}`} frame={frame} />
      ))}
    </Rows>
  )
}
