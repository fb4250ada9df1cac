# The two commands of the README, for those who type make.
.PHONY: build demo test generate

build:
	./build.sh

demo:
	./demo.sh

test:
	./test.sh

generate:
	go generate ./...
