import { literal } from './literals.ts';
import type { ApiRequest } from './request.ts';

/** Code in one language. `label` names it for readers. */
export type Example = { label: string; language: string; code: string };

/** A request in each language of the tabs. TypeScript only if the SDK has a method for it (D50). */
export const examplesOf = (request: ApiRequest): Example[] => [
  { label: 'curl', language: 'sh', code: inCurl(request) },
  ...(request.sdk ? [{ label: 'TypeScript', language: 'ts', code: inTypescript(request.sdk) }] : []),
  { label: 'Python', language: 'python', code: inPython(request) },
  { label: 'Go', language: 'go', code: inGo(request) },
  { label: 'PHP', language: 'php', code: inPhp(request) },
];

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function inCurl({ method, path, key, headers, body }: ApiRequest): string {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"{base_url}${path}"`,
    ...(key ? ['-H "authorization: Bearer $API_KEY"'] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name.toLowerCase()}: ${value}`)}`),
    ...(body && 'json' in body
      ? ["-H 'content-type: application/json'", `-d ${quoted(literal(body.json, 'json'))}`]
      : []),
    ...(body && 'form' in body ? [`-d ${quoted(`${new URLSearchParams(body.form)}`)}`] : []),
  ];
  return lines.join(' \\\n  ');
}

function inTypescript({ method, args }: NonNullable<ApiRequest['sdk']>): string {
  const given = args.map((one) => literal(one, 'ts')).join(', ');
  return `import { Mailwright } from '@mailwright/sdk';

const mailwright = new Mailwright();

const response = await mailwright.${method}(${given});`;
}

function inPython({ method, path, key, headers, body }: ApiRequest): string {
  const own = Object.entries(headers).map(([name, value]) => `"${name}": ${literal(value, 'python')}`);
  const all = [...(key ? ['"Authorization": f"Bearer {os.environ[\'API_KEY\']}"'] : []), ...own];
  const line = `headers={${all.join(', ')}}`;
  const lines = `headers={\n${all.map((one) => `        ${one},\n`).join('')}    }`;
  const args = [
    `"{base_url}${path}"`,
    ...(all.length > 0 ? [line.length <= 60 ? line : lines] : []),
    ...(body && 'json' in body ? [`json=${literal(body.json, 'python', 1)}`] : []),
    ...(body && 'form' in body ? [`data=${literal(body.form, 'python', 1)}`] : []),
  ];
  return `${key ? 'import os\n\n' : ''}import requests

response = requests.${method.toLowerCase()}(
${args.map((arg) => `    ${arg},`).join('\n')}
)
response.raise_for_status()
print(response.text)`;
}

/** A Go string: raw where it can be, so that JSON stays readable. */
const goText = (text: string) => (text.includes('`') ? JSON.stringify(text) : `\`${text}\``);

function inGo({ method, path, key, headers, body }: ApiRequest): string {
  const sent = body && ('json' in body ? literal(body.json, 'json') : `${new URLSearchParams(body.form)}`);
  const type = body && 'form' in body ? 'application/x-www-form-urlencoded' : 'application/json';
  const all = [
    ...(key ? ['"Authorization", "Bearer "+os.Getenv("API_KEY")'] : []),
    ...(body ? [`"Content-Type", "${type}"`] : []),
    ...Object.entries(headers).map(([name, value]) => `"${name}", ${JSON.stringify(value)}`),
  ];
  const imports = ['io', 'log', 'net/http', 'os', ...(body ? ['strings'] : [])];
  return `package main

import (
${imports.map((name) => `\t"${name}"`).join('\n')}
)

func main() {
${sent === null ? '' : `\tbody := strings.NewReader(${goText(sent)})\n`}\treq, err := http.NewRequest("${method}", "{base_url}${path}", ${sent === null ? 'nil' : 'body'})
	if err != nil {
		log.Fatal(err)
	}
${all.map((each) => `\treq.Header.Set(${each})\n`).join('')}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		log.Fatal(err)
	}
	defer res.Body.Close()
	io.Copy(os.Stdout, res.Body)
}`;
}

function inPhp({ method, path, key, headers, body }: ApiRequest): string {
  const all = [
    ...(key ? ["'Authorization: Bearer ' . getenv('API_KEY')"] : []),
    ...(body && 'json' in body ? ["'Content-Type: application/json'"] : []),
    ...Object.entries(headers).map(([name, value]) => literal(`${name}: ${value}`, 'php')),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`CURLOPT_CUSTOMREQUEST => '${method}'`]),
    'CURLOPT_RETURNTRANSFER => true',
    ...(all.length > 0
      ? [`CURLOPT_HTTPHEADER => [\n${all.map((one) => `        ${one},\n`).join('')}    ]`]
      : []),
    ...(body && 'json' in body ? [`CURLOPT_POSTFIELDS => json_encode(${literal(body.json, 'php', 1)})`] : []),
    ...(body && 'form' in body
      ? [`CURLOPT_POSTFIELDS => http_build_query(${literal(body.form, 'php', 1)})`]
      : []),
  ];
  return `<?php

$curl = curl_init('{base_url}${path}');
curl_setopt_array($curl, [
${options.map((option) => `    ${option},`).join('\n')}
]);
echo curl_exec($curl);`;
}
