"""LocalStack's open core on this machine, without containers: functions run as Node processes, and the table is the
DynamoDB Local in the folder DYNAMODB_LOCAL. Nothing of LocalStack is changed but the two places that would need Docker
and a download.
"""

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

from localstack.services.dynamodb.packages import DynamoDBLocalPackageInstaller
from localstack.services.dynamodb.server import DynamodbServer
from localstack.services.lambda_.invocation import runtime_executor
from localstack.services.lambda_.invocation.lambda_models import InvocationResult

JARS = os.environ["DYNAMODB_LOCAL"]
INVOKER = str(Path(__file__).with_name("invoke.cjs"))
# The variables of this machine that a function's process needs.
MACHINE = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}


class NodeExecutor(runtime_executor.RuntimeExecutor):
    """One copy of a function: a Node process that takes an invocation per line and answers with a line."""

    def start(self, env_vars):
        self.folder = self.function_version.config.code.get_unzipped_code_location()
        given = {name: str(value) for name, value in env_vars.items()}
        self.environment = {**given, **MACHINE, "LAMBDA_TASK_ROOT": str(self.folder)}
        self.spawn()

    def spawn(self):
        self.process = subprocess.Popen(
            ["node", INVOKER],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=sys.stderr,
        )

    def stop(self):
        self.process.kill()
        self.process.wait()

    def invoke(self, payload):
        if self.process.poll() is not None:
            self.spawn()
        seconds = self.function_version.config.timeout
        clock = threading.Timer(seconds, self.process.kill)
        clock.start()
        self.process.stdin.write(json.dumps({**payload, "seconds": seconds}).encode() + b"\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        clock.cancel()
        error = {"errorType": "Runtime.ExitError", "errorMessage": "The function ended, or timed out"}
        answer = json.loads(line) if line else {"is_error": True, "body": json.dumps(error)}
        return InvocationResult(payload["invoke-id"], answer["body"].encode(), answer["is_error"], logs="in the output of this process")

    def get_address(self):
        return "localhost"

    def get_endpoint_from_executor(self):
        return "localhost"

    def get_runtime_endpoint(self):
        return ""

    def get_logs(self):
        return ""

    @classmethod
    def prepare_version(cls, function_version):
        function_version.config.code.prepare_for_execution()

    @classmethod
    def cleanup_version(cls, function_version):
        pass


def dynamodb_command(server):
    program = "com.amazonaws.services.dynamodbv2.local.main.ServerRunner"
    java = ["java", "-Xmx512m", f"-Djava.library.path={JARS}", "-cp", f"{JARS}/*", program]
    return [*java, "-inMemory", "-port", str(server.port)]


# Before the modules that take it from there are loaded.
runtime_executor.get_runtime_executor = lambda: NodeExecutor
DynamodbServer._create_shell_command = dynamodb_command
DynamoDBLocalPackageInstaller.install = lambda *_: None
DynamoDBLocalPackageInstaller.get_java_env_vars = lambda _: {}

if __name__ == "__main__":
    from localstack.runtime.main import main

    main()
