{{- define "permit-portal.labels" -}}
app.kubernetes.io/name: permit-portal
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "permit-portal.container" -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
envFrom:
  - secretRef: { name: {{ required "existingSecret is missing: the portal needs DATABASE_URL and SECRET_KEY" .Values.existingSecret }} }
env:
  - { name: PUBLIC_ORIGIN, value: {{ .Values.publicOrigin | quote }} }
  - { name: TRUSTED_PROXIES, value: {{ .Values.trustedProxies | quote }} }
  - { name: S3_ENDPOINT, value: {{ required "s3.endpoint is missing: servers share no disk" .Values.s3.endpoint | quote }} }
  - { name: S3_BUCKET, value: {{ .Values.s3.bucket | quote }} }
  - { name: S3_REGION, value: {{ .Values.s3.region | quote }} }
  - { name: DRAIN_SECONDS, value: {{ .Values.drainSeconds | quote }} }
  {{- range $name, $value := .Values.env }}
  - { name: {{ $name }}, value: {{ $value | quote }} }
  {{- end }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
{{- end }}
