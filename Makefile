# The commands of the README, for those who type make.
.PHONY: build demo test generate org

build:
	./build.sh

demo:
	./demo.sh

test:
	./test.sh

generate:
	go generate ./...

# Programs with an organisation's policy: make org ORG=../acme-policy (docs/organisation.md).
org:
	./org.sh "$(ORG)"
