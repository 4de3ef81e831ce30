import { Skeleton, Stack } from '@portal/shared-ui/mui'

/** Stands for lines that are still loading. */
export function WaitingLines() {
  return (
    <Stack spacing={3} sx={{ padding: 4 }} aria-busy="true">
      {[60, 80, 70, 50].map((width) => (
        <Skeleton key={width} variant="rounded" height={20} width={`${width}%`} />
      ))}
    </Stack>
  )
}
